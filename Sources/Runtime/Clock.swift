import Glibc

/// A clock for an event loop, which counts microseconds and never goes back.
package protocol LoopClock: AnyObject {
    /// Microseconds since a fixed instant.
    var microseconds: Int64 { get }
}

/// The kernel's CLOCK_MONOTONIC.
package final class MonotonicClock: LoopClock {
    package init() {}

    package var microseconds: Int64 { Self.now }

    /// This very moment, in microseconds.
    ///
    /// For measuring how long something takes, and for programs without a loop; everything else gets its time from the
    /// loop, so that all of one turn happens at the same instant.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
