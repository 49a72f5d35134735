import Mirroring

/// Paces displays that complete flips immediately, as virtual ones do, to their mode's refresh rate.
///
/// Without it a client that draws on every frame event would draw hundreds of times a second.
struct FlipPacer: Hashable, Sendable {
    private let intervalMicroseconds: Int64
    private var last: Timestamp?

    /// Paces to a rate in thousandths of a hertz; 0 disables pacing.
    init(refreshMilliHertz: Int) {
        intervalMicroseconds = refreshMilliHertz > 0 ? Int64(1_000_000_000 / refreshMilliHertz) : 0
    }

    /// When to report a flip that happened at `time`.
    mutating func release(_ time: Timestamp) -> Timestamp {
        let instant = last.map { max(time, $0.adding(microseconds: intervalMicroseconds)) } ?? time
        last = instant
        return instant
    }
}
