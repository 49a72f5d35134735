import ArgumentParser
import Control
import Mirroring
import Runtime

extension ScreenName: ExpressibleByArgument {}

/// `kagami screenshot panel|external FILE.png`.
struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Write the last presented frame of a screen to a PNG file, at its own resolution.",
        discussion: "Example: kagami screenshot panel panel.png")

    @Argument(help: "The screen.")
    var screen: ScreenName

    @Argument(help: "The file to write, or - for standard output; an existing file is replaced.")
    var file: String

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if file.isEmpty { throw ValidationError("The file needs a name.") }
    }

    func run() throws {
        let picture = try OwnedDescriptor(memoryFile: "screenshot")
        try connection.perform(ScreenshotRequest(screen), with: [picture])
        let output = try OutputFile(file, .picture)
        try output.write(contentsOf: picture)
        try output.takePlace()
    }
}
