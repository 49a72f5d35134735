import ArgumentParser
import Pictures

/// `kagami decode-picture`: the worker process that the service starts for each picture.
struct DecodeImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-picture", abstract: "Decode a picture for the service.",
        discussion: """
            The picture's file is descriptor 3; its pixels go to descriptor 4.

            Example: kagami decode-picture
            """, shouldDisplay: false)

    /// The command line of the running program, even if its file was replaced.
    static let line = ["/proc/self/exe", "decode-picture"]

    func run() {
        ImageWorker.run()
    }
}
