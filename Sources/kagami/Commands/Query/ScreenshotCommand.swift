import ArgumentParser
import Control
import Mirroring

extension ScreenName: ExpressibleByArgument {}

/// `kagami screenshot panel|external FILE.png`.
struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Write the last presented frame of a screen to a PNG file, at its own resolution.")

    @Argument(help: "The screen.")
    var screen: ScreenName

    @Argument(help: "The file to write; an existing one is replaced.")
    var file: String

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if file.isEmpty { throw ValidationError("The file needs a name.") }
    }

    func run() throws {
        try connection.connect().perform(.screenshot(screen, path: try FilePath.absolute(file)))
    }
}
