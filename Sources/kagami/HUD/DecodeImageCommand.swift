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
    /// The command line that decodes SVG files as icons.
    static let iconLine = line + ["--icon"]

    @Flag(help: "Decode an SVG file as an icon, not a PNG or JPEG file as a picture.")
    var icon = false

    func run() {
        ImageWorker.run(for: icon ? .icon : .picture)
    }
}
