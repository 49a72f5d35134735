/// How often a controller follows its external where that costs too much power or holds the external up: changes that come sooner
/// wait, and are shown together.
package struct SnapshotPace: Hashable, Sendable {
    /// The least time between two snapshots, in microseconds; nil for as many as the external has frames.
    package var interval: Int64? {
        // What holds for a controller that follows every frame ends at once, and begins at once.
        didSet { if (interval == nil) != (oldValue == nil) { last = nil } }
    }
    private var last: Timestamp?

    package init() {}

    /// When a change may be shown that comes at `now`; nil for at once.
    package func due(at now: Timestamp) -> Timestamp? {
        guard let interval, let last else { return nil }
        let due = last.adding(microseconds: interval)
        return due > now ? due : nil
    }

    /// Records that changes have been shown; later than due, the next are due none the later.
    package mutating func shown(at now: Timestamp) {
        guard let interval, let due = last?.adding(microseconds: interval), due <= now, now.since(due) < interval else {
            last = now
            return
        }
        last = due
    }
}
