import ArgumentParser
import Control
import Geometry

/// `kagami virtual touch ...`.
struct TouchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch", abstract: "Put fingers on the virtual panel.",
        subcommands: [Down.self, Move.self, Up.self, Tap.self, Cancel.self])

    struct Down: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "down", abstract: "Put a finger down.",
            discussion: "Example: kagami virtual touch down 0 100 100")
        @Argument(help: "The finger, 0 to 255.") var id: FingerID
        @OptionGroup var place: PanelPointArguments
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(TouchRequest.down(slot: id.slot, place.point))
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a finger that is down.",
            discussion: "Example: kagami virtual touch move 0 140 120.5")
        @Argument(help: "The finger.") var id: FingerID
        @OptionGroup var place: PanelPointArguments
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(TouchRequest.move(slot: id.slot, place.point))
        }
    }

    struct Up: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "up", abstract: "Lift a finger.",
            discussion: "Example: kagami virtual touch up 0")
        @Argument(help: "The finger.") var id: FingerID
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(TouchRequest.up(slot: id.slot))
        }
    }

    struct Tap: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tap", abstract: "Tap with a finger.",
            discussion: "Example: kagami virtual touch tap 640 400 --hold 150")
        @OptionGroup var place: PanelPointArguments
        @Option(help: ArgumentHelp("Keep the finger down for this long, 0 to 60000 ms.", valueName: "ms"))
        var hold = 0
        @OptionGroup var connection: SocketOption

        func validate() throws {
            guard (0...60_000).contains(hold) else { throw ValidationError("--hold must be 0 to 60000 ms") }
        }

        func run() throws {
            let client = try connection.connect()
            try client.perform(TouchRequest.down(slot: 0, place.point))
            if client.isReadable(withinMilliseconds: hold) {
                throw CommandFailure("the service closed the connection")
            }
            try client.perform(TouchRequest.up(slot: 0))
        }
    }

    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel a finger that is down, so that its touch means nothing.",
            discussion: "Example: kagami virtual touch cancel 0")
        @Argument(help: "The finger.") var id = FingerID(slot: 0)
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(TouchRequest.cancel(slot: id.slot))
        }
    }
}

/// A finger's number.
struct FingerID: ExpressibleByArgument {
    let slot: Int32

    init(slot: Int32) {
        self.slot = slot
    }

    init?(argument: String) {
        guard let slot = Int32(argument), (0...255).contains(slot) else { return nil }
        self.slot = slot
    }

    var defaultValueDescription: String { "\(slot)" }
}

/// `X Y` on the panel.
struct PanelPointArguments: ParsableArguments {
    @Argument(help: "Pixels from the panel's left edge.") var x: FiniteNumber
    @Argument(help: "Pixels from the panel's top edge.") var y: FiniteNumber

    var point: Point<PanelSpace> { Point(x: x.value, y: y.value) }
}

/// A number that is neither infinite nor out of the protocol's range.
struct FiniteNumber: ExpressibleByArgument {
    let value: Double

    init(_ value: Double) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Double(argument), abs(value) <= 1_000_000 else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
}
