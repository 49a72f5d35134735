import ArgumentParser
import Control
import Mirroring

/// Commands that show the service's state.
enum StateCommands {
    static var all: [any ParsableCommand.Type] {
        [StatusCommand.self, MetricsCommand.self, OutputsCommand.self, EventsCommand.self, SchemaCommand.self]
    }
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

/// `kagami outputs`: lists displays, and forgets what was set for them.
struct OutputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "List all connectors, or forget what was set by hand for a display.",
        subcommands: [List.self, Forget.self], defaultSubcommand: List.self)

    /// `kagami outputs list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all connectors with their displays, touchscreens and modes.",
            discussion: "Example: kagami outputs list --planes")

        @Flag(help: "List what each display's frames are made of, and how each layer is shown.")
        var planes = false

        @OptionGroup var connection: SocketOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let reply = try connection.ask(OutputsRequest())
            format.print(reply.outputs) {
                planes ? PlaneText.describe(reply.outputs) : OutputText.describe(reply)
            }
        }
    }

    /// `kagami outputs forget NAME|--all`.
    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: "Forget the mode, scale and transform that were set by hand for a display.",
            discussion: "Example: kagami outputs forget HDMI-A-1")

        @Argument(
            help: "The connector that the display is at, or was last, as kagami outputs names it.",
            transform: ConnectorName.parseListed)
        var name: ConnectorName?

        @Flag(help: "Forget those of all displays, plugged in or not.")
        var all = false

        @OptionGroup var connection: SocketOption

        func validate() throws {
            if all == (name != nil) { throw ValidationError("Give either a connector or --all.") }
        }

        func run() throws {
            try connection.perform(ForgetOutputRequest(name?.output))
        }
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

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONSchema.Subject: ExpressibleByArgument {}

/// `kagami schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print a JSON Schema of what other commands print with --json.",
        discussion: """
            The schema comes with the program and needs no running service. Of events it describes one line.

            Example: kagami schema status
            """)

    @Argument(help: "The command whose output to describe.")
    var subject: JSONSchema.Subject

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        TextOutput.standard.write(Array(try encoder.encode(try JSONSchema(of: subject))) + [UInt8(ascii: "\n")])
    }
}

/// Formats how displays show the layers of their frames, as `kagami outputs --planes` prints it.
enum PlaneText {
    /// A line for each layer, from back to front: the connector, the layer, its path, the plane, and why the path is no better one.
    static func describe(_ outputs: [OutputStatus]) -> String {
        let rows = outputs.flatMap { output in output.layers.map { row($0, of: output) } }
        return rows.isEmpty ? "no display is on" : TextTable.lay(rows)
    }

    private static func row(_ layer: LayerStatus, of output: OutputStatus) -> [String] {
        [
            output.name.name, layer.kind.rawValue, layer.path.rawValue, layer.plane.map { "plane \($0)" } ?? "-",
            layer.reason ?? "",
        ]
    }
}
