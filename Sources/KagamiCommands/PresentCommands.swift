import ArgumentParser
import Control
import Mirroring

/// `kagami present`: what fingers and the pointer show to the audience.
struct PresentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "present", abstract: "Point at the content on the external, or draw over it.",
        subcommands: [
            Laser.self, Highlight.self, Spotlight.self, Pen.self, Off.self, Undo.self, Clear.self, Timer.self,
            Next.self,
            Previous.self,
        ])

    /// `kagami present laser`.
    struct Laser: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "laser", abstract: "Point with a red dot.", discussion: "Example: kagami present laser")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(PresentRequest(.laser)) }
    }

    /// `kagami present highlight`.
    struct Highlight: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "highlight", abstract: "Put a ring around a place.",
            discussion: "Example: kagami present highlight")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(PresentRequest(.highlight)) }
    }

    /// `kagami present spotlight`.
    struct Spotlight: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "spotlight", abstract: "Dim all but one place.",
            discussion: "Example: kagami present spotlight")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(PresentRequest(.spotlight)) }
    }

    /// `kagami present pen`.
    struct Pen: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pen", abstract: "Draw over the content.",
            discussion: "Example: kagami present pen --color ff8000 --width 12")

        @Option(help: "The pen's colour as rrggbb.", transform: Color.parse)
        var color: Color?

        @Option(
            help: "The width of the strokes in the content's pixels, 1 to 200.",
            transform: Quantity.number(PenStyle.widths, "1 to 200", such: "12", unit: " of pixels"))
        var width: Double?

        @OptionGroup var connection: SocketOption

        func run() throws {
            var style: PenStyle?
            if color != nil || width != nil {
                let usual = PenStyle()
                style = PenStyle(color: color ?? usual.color, width: width)
            }
            try connection.perform(PresentRequest(.pen, style: style))
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

    /// `kagami present next`.
    struct Next: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "next", abstract: "Press the key for the content's next page.",
            discussion: "Example: kagami present next")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(NextPageRequest()) }
    }

    /// `kagami present previous`.
    struct Previous: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "previous", abstract: "Press the key for the content's previous page.",
            discussion: "Example: kagami present previous")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(PreviousPageRequest()) }
    }

    /// `kagami present timer start [MINUTES]|stop|reset`.
    struct Timer: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "timer", abstract: "Show the time since the start, or the time left, on the panel.",
            subcommands: [Start.self, Stop.self, Reset.self])

        struct Start: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "start", abstract: "Count down, count up, or go on after a stop.",
                discussion: "Example: kagami present timer start 20")

            @Argument(
                help: "The minutes to count down from; without them the timer goes on, or counts up.",
                transform: Quantity.number(
                    PresentationTimer.minutes, "1/60 to 1440", such: "20 or 0.5", unit: " of minutes"))
            var minutes: Double?

            @OptionGroup var connection: SocketOption

            func run() throws { try connection.perform(TimerRequest(.start, minutes: minutes)) }
        }

        struct Stop: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "stop", abstract: "Stop the timer; its time stays on the panel.",
                discussion: "Example: kagami present timer stop")

            @OptionGroup var connection: SocketOption

            func run() throws { try connection.perform(TimerRequest(.stop)) }
        }

        struct Reset: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "reset", abstract: "End the timer.",
                discussion: "Example: kagami present timer reset")

            @OptionGroup var connection: SocketOption

            func run() throws { try connection.perform(TimerRequest(.reset)) }
        }
    }
}

extension Color {
    fileprivate static func parse(_ argument: String) throws -> Color {
        guard let color = Color(hex: argument.hasPrefix("#") ? argument : "#" + argument) else {
            throw ValidationError("use rrggbb, such as ff8000")
        }
        return color
    }
}
