import Mirroring

/// Decides when to probe the connectors after hotplug events.
///
/// The connectors are probed after a short quiet, or half a second after the first event if a flapping plug never
/// becomes quiet.
struct HotplugDebounce: Hashable, Sendable {
    private let quietMicroseconds: Int64
    private let limitMicroseconds: Int64
    private var began: Timestamp?

    init(quietMicroseconds: Int64 = 50_000, limitMicroseconds: Int64 = 500_000) {
        self.quietMicroseconds = quietMicroseconds
        self.limitMicroseconds = limitMicroseconds
    }

    /// Records an event and returns when to probe; supersedes any time returned earlier.
    mutating func eventArrived(at now: Timestamp) -> Timestamp {
        let start = began ?? now
        began = start
        return min(now.adding(microseconds: quietMicroseconds), start.adding(microseconds: limitMicroseconds))
    }

    /// Starts over: the connectors are being probed.
    mutating func settled() {
        began = nil
    }
}
