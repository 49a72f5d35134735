import ArgumentParser
import Control
import Mirroring

/// `kagami present`: what fingers and the pointer show to the audience.
struct PresentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "present", abstract: "Point at the content on the external, or draw over it.",
        subcommands: [Tool.self, Off.self, Undo.self, Clear.self], defaultSubcommand: Tool.self)

    /// `kagami present laser`, `highlight`, `spotlight` and `pen`.
    struct Tool: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tool", abstract: "Take up a tool.", discussion: "Example: kagami present pen --width 12")

        @Argument(help: "The tool: laser, highlight, spotlight or pen.")
        var tool: PresenterTool

        @Option(help: "The pen's colour, such as #ff8000.", transform: Color.parse)
        var color: Color?

        @Option(help: "The width of the pen's strokes in the content's pixels, 1 to 200.")
        var width: Double?

        @OptionGroup var connection: SocketOption

        func validate() throws {
            guard width.map(PenStyle.widths.contains) ?? true else { throw ValidationError("--width must be 1 to 200") }
            guard tool == .pen || color == nil && width == nil else {
                throw ValidationError("--color and --width go with the pen")
            }
        }

        func run() throws {
            var style: PenStyle?
            if color != nil || width != nil {
                let usual = PenStyle()
                style = PenStyle(color: color ?? usual.color, width: width ?? usual.width)
            }
            try connection.perform(PresentRequest(tool, style: style))
        }
    }

    /// `kagami present off`.
    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Put the tool away: fingers touch the content again.",
            discussion: "Example: kagami present off")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(PresentRequest(nil)) }
    }

    /// `kagami present undo`.
    struct Undo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo", abstract: "Remove the newest stroke.", discussion: "Example: kagami present undo")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(UndoStrokeRequest()) }
    }

    /// `kagami present clear`.
    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all strokes.", discussion: "Example: kagami present clear")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ClearStrokesRequest()) }
    }
}

extension PresenterTool: ExpressibleByArgument {}

extension Color {
    fileprivate static func parse(_ argument: String) throws -> Color {
        guard let color = Color(hex: argument) else { throw ValidationError("use #rrggbb, such as #ff8000") }
        return color
    }
}
