import ArgumentParser
import Pictures

/// `kagami decode-picture`: what the service starts itself as, for one picture.
struct DecodePictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-picture", abstract: "Decode a picture for the service.",
        discussion: """
            The picture's file is descriptor 3; its pixels go to descriptor 4.

            Example: kagami decode-picture
            """, shouldDisplay: false)

    /// How the running program starts itself, whatever has become of its file.
    static let line = ["/proc/self/exe", "decode-picture"]

    func run() {
        PictureWorker.run()
    }
}
