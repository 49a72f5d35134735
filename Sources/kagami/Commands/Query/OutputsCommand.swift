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
        guard case .outputs(let outputs) = try connection.connect().perform(.outputs) else {
            throw CommandFailure("unexpected reply from the service: no outputs")
        }
        format.print(outputs) { outputs.map(OutputText.describe).joined(separator: "\n") }
    }
}
