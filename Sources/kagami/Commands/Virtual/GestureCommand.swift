import ArgumentParser
import Control
import Mirroring

/// `kagami virtual gesture ...`.
struct GestureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesture", abstract: "Swipe, pinch and hold on a virtual touchpad.",
        subcommands: [Begin.self, Update.self, End.self])

    struct Begin: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fingers begin a gesture.")
        @Argument(help: "swipe, pinch or hold.") var kind: PointerGesture.Kind
        @Argument(help: "How many fingers, 1 to 10.") var fingers: Int
        @OptionGroup var connection: SocketOption

        func validate() throws {
            guard (1...10).contains(fingers) else { throw ValidationError("A gesture has 1 to 10 fingers.") }
        }

        func run() throws {
            try connection.connect().perform(.gesture(.begin(kind, fingers: fingers)))
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The fingers move by a distance in pixels.")
        @Option(help: "The fingers' distance in relation to the beginning; pinches only.")
        var scale = FiniteNumber(1)
        @Option(parsing: .unconditional, help: "Degrees clockwise since the last step; pinches only.") var rotation =
            FiniteNumber(0)
        @OptionGroup var distance: Distance
        @OptionGroup var connection: SocketOption

        func run() throws {
            let movement = GestureMovement(
                dx: distance.dx, dy: distance.dy, scale: scale.value, rotation: rotation.value)
            try connection.connect().perform(.gesture(.update(movement)))
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The fingers leave.")
        @Flag(help: "It turns out to have been something else.") var cancel = false
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.connect().perform(.gesture(.end(isCancelled: cancel)))
        }
    }
}

extension PointerGesture.Kind: ExpressibleByArgument {}
