package import Mirroring

/// Computes how comments fade at the end of their time.
///
/// Opacity changes in steps on a grid of instants that all comments share, so that one drawing serves many fading comments.
package struct CommentFading: Hashable, Sendable {
    /// How long a comment is shown, including its fading, in microseconds; nil for as long as there is room.
    package var lifetime: Int64?

    /// The opacity of a comment that has not begun to fade; at 0 a comment is gone.
    package static let opaque = 8
    private static let stepMicroseconds: Int64 = 250_000
    /// How long fading takes.
    package static let microseconds = stepMicroseconds * Int64(opaque)

    package init(lifetime: Int64? = nil) {
        self.lifetime = lifetime.map { max($0, Self.microseconds) }
    }

    /// The opacity at `now` of a comment that arrived at `time`, in steps up to `opaque`.
    package func opacity(ofCommentFrom time: Timestamp, at now: Timestamp) -> Int {
        guard let lifetime else { return Self.opaque }
        let faded = Self.tick(before: now).since(time) - (lifetime - Self.microseconds)
        if faded <= 0 { return Self.opaque }
        return max(0, Self.opaque - Int(clamping: (faded + Self.stepMicroseconds - 1) / Self.stepMicroseconds))
    }

    /// The next instant after `now` at which the opacity of that comment changes; nil if it never does.
    package func nextChange(ofCommentFrom time: Timestamp, after now: Timestamp) -> Timestamp? {
        guard let lifetime else { return nil }
        switch opacity(ofCommentFrom: time, at: now) {
        case 0: return nil
        case Self.opaque:
            let beginning = time.adding(microseconds: lifetime - Self.microseconds)
            return Self.tick(before: beginning).adding(microseconds: Self.stepMicroseconds)
        default: return Self.tick(before: now).adding(microseconds: Self.stepMicroseconds)
        }
    }

    /// The last instant of the grid that is not after `time`.
    private static func tick(before time: Timestamp) -> Timestamp {
        let past = time.microseconds % stepMicroseconds
        return time.adding(microseconds: past < 0 ? -past - stepMicroseconds : -past)
    }
}
