/// How long the next frame may wait for clients that have just been told to draw.
///
/// Composed at once it would lack what they are about to commit: as soon as one client always has something new, all
/// others would come to every second frame only.
package struct DrawingPatience: Hashable, Sendable {
    /// What composing a frame takes, in microseconds: the worst of late.
    private var cost: Int64 = 0

    /// What is left for the display to take the frame.
    private static let margin: Int64 = 2000

    package init() {}

    /// A frame was composed in so many microseconds.
    package mutating func composed(inMicroseconds duration: Int64) {
        cost = max(duration, cost - cost / 8)
    }

    /// Microseconds after the last frame came to the screen. The next one can still be composed in time for its turn;
    /// none are left where composing alone takes about as long as a frame is shown.
    package func microseconds(refreshNanoseconds: Int) -> Int64 {
        let refresh = Int64(refreshNanoseconds) / 1000
        return max(0, min(refresh / 2, refresh - cost - cost - Self.margin))
    }
}
