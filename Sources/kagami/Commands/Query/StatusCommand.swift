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
        let status = try connection.ask(StatusRequest()).status
        format.print(status) { StatusText.describe(status) }
    }
}
