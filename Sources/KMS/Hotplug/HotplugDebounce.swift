import Mirroring

/// Decides when to look at the connectors after the kernel has reported changes.
///
/// A lone event is acted on after a short quiet; a plug that flaps is looked at when it has been quiet, but at the
/// latest half a second after it began.
struct HotplugDebounce: Hashable, Sendable {
    private let quietMicroseconds: Int64
    private let limitMicroseconds: Int64
    private var began: Timestamp?

    init(quietMicroseconds: Int64 = 50_000, limitMicroseconds: Int64 = 500_000) {
        self.quietMicroseconds = quietMicroseconds
        self.limitMicroseconds = limitMicroseconds
    }

    /// Notes an event and returns when to look, in place of any time returned before.
    mutating func eventArrived(at now: Timestamp) -> Timestamp {
        let start = began ?? now
        began = start
        return min(now.adding(microseconds: quietMicroseconds), start.adding(microseconds: limitMicroseconds))
    }

    /// The connectors are being looked at: the next event starts over.
    mutating func settled() {
        began = nil
    }
}
