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
        static let configuration = CommandConfiguration(
            commandName: "near", abstract: "Bring the pen near a point.",
            discussion: "Example: kagami virtual pen near 640 400 --distance 0.2")
        @OptionGroup var place: PanelPointArguments
        @Option(help: "The tool: pen, eraser, brush, pencil, airbrush, mouse or lens.") var tool = TabletTool.Kind.pen
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.near(tool, place.point, axes.value))
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move the pen to a point.",
            discussion: "Example: kagami virtual pen move 660 410 --tilt-x 20")
        @OptionGroup var place: PanelPointArguments
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.move(place.point, axes.value))
        }
    }

    struct Down: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "down", abstract: "Touch a point with the tip.",
            discussion: "Example: kagami virtual pen down 640 400 --pressure 0.3")
        @OptionGroup var place: PanelPointArguments
        @OptionGroup var axes: PenAxes
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.down(place.point, axes.value))
        }
    }

    struct Up: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "up", abstract: "Lift the tip off the panel.",
            discussion: "Example: kagami virtual pen up")
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.up)
        }
    }

    struct Press: ParsableCommand {
        enum Action: String, ExpressibleByArgument, CaseIterable {
            case press, release
        }

        static let configuration = CommandConfiguration(
            commandName: "button", abstract: "Press or release a button of the pen.",
            discussion: "Example: kagami virtual pen button first press")
        @Argument(help: "The button: first, second, third or a Linux event code.") var button: PenButton
        @Argument(help: "The action.") var action: Action
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.button(button.code, pressed: action == .press))
        }
    }

    struct Away: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "away", abstract: "Take the pen away.",
            discussion: "Example: kagami virtual pen away")
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PenRequest.away)
        }
    }
}

/// A pen's axes besides its position.
struct PenAxes: ParsableArguments {
    @Option(help: "Pressure of the tip while it is down, 0 to 1.") var pressure = FiniteNumber(0.5)
    @Option(help: "Distance of the tip while it is up, 0 to 1.") var distance = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Tilt to the right in degrees.") var tiltX = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Tilt towards the user in degrees.") var tiltY = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Rotation in degrees clockwise.") var rotation = FiniteNumber(0)
    @Option(parsing: .unconditional, help: "Position of the slider, -1 to 1.") var slider = FiniteNumber(0)

    var value: ToolAxes {
        ToolAxes(
            pressure: pressure.value, distance: distance.value, tiltX: tiltX.value, tiltY: tiltY.value,
            rotation: rotation.value, slider: slider.value)
    }
}

/// A pen's button by name or Linux event code.
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
