import ArgumentParser
import Control
import Mirroring
import PrintableText

/// Commands that show the service's state.
enum StateCommands {
    static var all: [any ParsableCommand.Type] { [StatusCommand.self, OutputsCommand.self, EventsCommand.self] }
}

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

/// `kagami outputs`.
struct OutputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "List all connectors with their displays, touchscreens and modes.",
        discussion: "Example: kagami outputs")

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    func run() throws {
        let reply = try connection.ask(OutputsRequest())
        format.print(reply.outputs) { OutputText.describe(reply) }
    }
}

/// `kagami events`: streams until the service ends or the reader closes.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Print events as they happen, one a line, until interrupted.",
        discussion: "Example: kagami events --json")

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    func run() throws {
        let client = try connection.connect()
        try client.perform(EventsRequest())
        let json = JSONLine()
        while let line = try client.nextLine() {
            let text =
                format.json
                ? String(decoding: PrintableJSON.escape(line), as: UTF8.self) : EventText.describe(line, json)
            guard TextOutput.standard.write(line: text) else { return }
        }
    }
}
