@testable import Runtime

/// The time of a test server's loop, which the test sets.
final class ManualClock: LoopClock {
    var microseconds: Int64 = 1_000_000
}
