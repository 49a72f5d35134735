import ArgumentParser
import CLinux
import ConfigurationFiles
import Control

/// `kagami virtual pointer ...`.
struct PointerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pointer", abstract: "Move and press the virtual mouse.",
        subcommands: [Move.self, Motion.self, Press.self, Scroll.self])

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move the pointer to a point on the panel.",
            discussion: "Example: kagami virtual pointer move 640 400")
        @OptionGroup var place: PanelPointArguments
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PointerRequest.move(place.point))
        }
    }

    struct Motion: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "motion", abstract: "Move the pointer by a distance in pixels.",
            discussion: "Example: kagami virtual pointer motion -10 5")
        @OptionGroup var distance: Distance
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(PointerRequest.motion(dx: distance.dx, dy: distance.dy))
        }
    }

    struct Press: ParsableCommand {
        enum Action: String, ExpressibleByArgument, CaseIterable {
            case press, release, click
        }

        static let configuration = CommandConfiguration(
            commandName: "button", abstract: "Press and release a button.",
            discussion: "Example: kagami virtual pointer button left")
        @Argument(help: "The button: left, right, middle, side, extra or a Linux event code.") var button: ButtonName
        @Argument(help: "The action.") var action = Action.click
        @OptionGroup var connection: SocketOption

        func run() throws {
            let client = try connection.connect()
            if action != .release { try client.perform(PointerRequest.button(button.code, pressed: true)) }
            if action != .press { try client.perform(PointerRequest.button(button.code, pressed: false)) }
        }
    }

    struct Scroll: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scroll", abstract: "Turn the wheel by whole clicks.",
            discussion: "Example: kagami virtual pointer scroll 0 -3")
        @OptionGroup var distance: Distance
        @Flag(help: "Scroll by pixels with two fingers; 0 0 lifts them.") var fingers = false
        @OptionGroup var connection: SocketOption

        func validate() throws {
            if !fingers { _ = try clicks }
        }

        func run() throws {
            let request = fingers ? PointerRequest.fingerScroll(dx: distance.dx, dy: distance.dy) : try clicks
            try connection.perform(request)
        }

        private var clicks: PointerRequest {
            get throws {
                guard let x = Int(exactly: distance.dx), let y = Int(exactly: distance.dy), abs(x) <= 1000,
                    abs(y) <= 1000
                else { throw ValidationError("A wheel turns by whole clicks, -1000 to 1000.") }
                return .scroll(clicksX: x, clicksY: y)
            }
        }
    }
}

/// `DX DY`, either of which may be negative.
struct Distance: ParsableArguments {
    // Negative numbers must not be parsed as options; this also captures `--help`.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The distance to the right and down.", valueName: "dx dy"))
    var values: [FiniteNumber] = []

    @Flag(name: [.customShort("h"), .customLong("help")], help: .hidden)
    var isHelpWanted = false

    var dx: Double { values.first?.value ?? 0 }
    var dy: Double { values.last?.value ?? 0 }

    func validate() throws {
        if isHelpWanted { throw CleanExit.helpRequest() }
        if values.count != 2 { throw ValidationError("A distance is two numbers, DX DY.") }
    }
}

/// A mouse button by name or Linux event code.
struct ButtonName: ExpressibleByArgument {
    let code: UInt32

    init?(argument: String) {
        guard let code = ButtonNames.code(of: argument) ?? UInt32(argument), code <= UInt32(KEY_MAX) else {
            return nil
        }
        self.code = code
    }
}
