import ArgumentParser
import Control
import Mirroring

/// `kagami outputs`.
struct OutputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "List all connectors with their displays and modes.",
        discussion: "Example: kagami outputs")

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    func run() throws {
        let outputs = try connection.ask(OutputsRequest()).outputs
        format.print(outputs) { outputs.map(OutputText.describe).joined(separator: "\n") }
    }
}
