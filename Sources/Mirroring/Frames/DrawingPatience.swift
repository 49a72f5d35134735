/// How long the next frame may wait for clients that have just received frame callbacks.
///
/// A frame composed at once would lack what they are about to commit: as soon as one client always has something new,
/// all others would appear in every second frame only.
package struct DrawingPatience: Hashable, Sendable {
    /// The recent worst case of composing a frame, in microseconds.
    private var cost: Int64 = 0

    /// The time reserved for the display to accept the frame, in microseconds.
    private static let margin: Int64 = 2000

    package init() {}

    /// Records how long a frame took to compose.
    package mutating func composed(inMicroseconds duration: Int64) {
        cost = max(duration, cost - cost / 8)
    }

    /// How long after a presentation the next frame may wait and still be composed for its vertical blank, in
    /// microseconds; 0 where composing takes about as long as a refresh.
    package func microseconds(refreshNanoseconds: Int) -> Int64 {
        let refresh = Int64(refreshNanoseconds) / 1000
        return max(0, min(refresh / 2, refresh - cost - cost - Self.margin))
    }
}
