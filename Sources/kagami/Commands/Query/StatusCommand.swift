import ArgumentParser
import Control
import Mirroring

/// `kagami status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the service's state.",
        discussion: "Example: kagami status --json")

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    func run() throws {
        guard case .status(let status) = try connection.connect().perform(.status) else {
            throw CommandFailure("unexpected reply from the service: no status")
        }
        format.print(status) { StatusText.describe(status) }
    }
}
