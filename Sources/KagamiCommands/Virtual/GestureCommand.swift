import ArgumentParser
import Control
import Mirroring

/// `kagami virtual gesture ...`.
struct GestureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesture", abstract: "Swipe, pinch and hold on a virtual touchpad.",
        subcommands: [Begin.self, Update.self, End.self])

    struct Begin: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "begin", abstract: "Begin a gesture.",
            discussion: "Example: kagami virtual gesture begin pinch 2")
        @Argument(help: "The gesture: swipe, pinch or hold.") var kind: PointerGesture.Kind
        @Argument(help: "The number of fingers, 1 to 10.") var fingers: Int
        @OptionGroup var connection: SocketOption

        func validate() throws {
            guard (1...10).contains(fingers) else { throw ValidationError("A gesture has 1 to 10 fingers.") }
        }

        func run() throws {
            try connection.perform(GestureRequest.begin(kind, fingers: fingers))
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update", abstract: "Move the fingers by a distance in pixels.",
            discussion: "Example: kagami virtual gesture update --scale 1.5 4 -2")
        @Option(help: "The distance between the fingers relative to the start; pinches only.")
        var scale = FiniteNumber(1)
        @Option(parsing: .unconditional, help: "Degrees clockwise since the last step; pinches only.") var rotation =
            FiniteNumber(0)
        @OptionGroup var distance: Distance
        @OptionGroup var connection: SocketOption

        func run() throws {
            let movement = GestureMovement(
                dx: distance.dx, dy: distance.dy, scale: scale.value, rotation: rotation.value)
            try connection.perform(GestureRequest.update(movement))
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "Lift the fingers.",
            discussion: "Example: kagami virtual gesture end")
        @Flag(help: "Cancel the gesture instead of finishing it.") var cancel = false
        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(GestureRequest.end(isCancelled: cancel))
        }
    }
}

extension PointerGesture.Kind: ExpressibleByArgument {}
