import ArgumentParser
import Control
import Mirroring
import PrintableText

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
