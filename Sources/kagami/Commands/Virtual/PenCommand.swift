import ArgumentParser
import CLinux
import Control
import Mirroring

/// `kagami virtual pen ...`.
struct PenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pen", abstract: "Draw on the virtual panel with a pen.",
        subcommands: [Near.self, Move.self, Down.self, Up.self, Press.self, Away.self])

    struct Near: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The pen comes near a point.")
        @OptionGroup var place: PanelPlace
        @Option(help: "pen, eraser, brush, pencil, airbrush, mouse or lens.") var tool = TabletTool.Kind.pen
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.near(tool, place.point, axes.value)))
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The pen moves to a point.")
        @OptionGroup var place: PanelPlace
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.move(place.point, axes.value)))
        }
    }

    struct Down: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The tip touches a point.")
        @OptionGroup var place: PanelPlace
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.down(place.point, axes.value)))
        }
    }

    struct Up: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The tip leaves the panel.")
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.up))
        }
    }

    struct Press: ParsableCommand {
        enum Action: String, ExpressibleByArgument, CaseIterable {
            case press, release
        }

        static let configuration = CommandConfiguration(
            commandName: "button", abstract: "Press or release a button of the pen.")
        @Argument(help: "first, second, third, or a Linux event code.") var button: PenButton
        @Argument(help: "What to do with it.") var action: Action
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.button(button.code, pressed: action == .press)))
        }
    }

    struct Away: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The pen goes away.")
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.pen(.away))
        }
    }
}

/// What a pen tells beside its place.
struct PenAxes: ParsableArguments {
    @Option(help: "0 to 1; counts while the tip is down.") var pressure = FiniteNumber(0.5)
    @Option(help: "0 to 1.") var distance = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Degrees to the right.") var tiltX = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Degrees towards the user.") var tiltY = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Degrees clockwise.") var rotation = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "-1 to 1.") var slider = FiniteNumber(0)

    var value: ToolAxes {
        ToolAxes(
            pressure: pressure.value, distance: distance.value, tiltX: tiltX.value, tiltY: tiltY.value,
            rotation: rotation.value, slider: slider.value)
    }
}

/// A pen's button by its number or Linux event code.
struct PenButton: ExpressibleByArgument {
    let code: UInt32

    private static let names: [String: Int32] = ["first": BTN_STYLUS, "second": BTN_STYLUS2, "third": BTN_STYLUS3]

    init?(argument: String) {
        guard let code = Self.names[argument].map(UInt32.init) ?? UInt32(argument), code <= UInt32(KEY_MAX) else {
            return nil
        }
        self.code = code
    }
}

extension TabletTool.Kind: ExpressibleByArgument {}
