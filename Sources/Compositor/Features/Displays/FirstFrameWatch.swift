import Geometry
import Mirroring

/// Measures a move of the content: from the plug or unplug that caused it to the first full frame on screen, which is
/// the first one in which the newest toplevel has the size of its new screen.
struct FirstFrameWatch {
    private var move: Move?
    /// Whether a first frame is still to come.
    var isWaiting: Bool { move != nil }
    private var cause: Timestamp?

    private struct Move {
        let screen: ScreenName
        let output: OutputID
        let size: Size<ContentSpace>
        let start: Timestamp
        var frames = 0
    }

    /// Starts the measurement: displays came or went, or the user chose.
    mutating func caused(at time: Timestamp) {
        cause = time
    }

    /// The content was laid out for a screen.
    mutating func placed(on screen: ScreenName, output: OutputID, size: Size<ContentSpace>, at time: Timestamp) {
        move = Move(screen: screen, output: output, size: size, start: cause ?? time)
        cause = nil
    }

    /// The content was parked: no first frame will come.
    mutating func parked() {
        move = nil
        cause = nil
    }

    /// Takes a presented frame with content of this size; returns the event to publish, once per move.
    mutating func presented(content: Size<ContentSpace>?, at time: Timestamp) -> ServiceEvent.Occurrence? {
        guard var current = move else { return nil }
        current.frames += 1
        guard content == current.size else {
            move = current
            return nil
        }
        move = nil
        return .firstFrame(
            on: current.screen, output: current.output, milliseconds: Double(time.since(current.start)) / 1000,
            frames: current.frames)
    }
}
