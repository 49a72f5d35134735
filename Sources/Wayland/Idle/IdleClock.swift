import Logging
import Runtime

/// The time, and one alarm that can be set again.
protocol IdleClock: AnyObject {
    /// CLOCK_MONOTONIC in microseconds.
    var now: Int64 { get }
    var onAlarm: () -> Void { get set }

    /// Has `onAlarm` called at that time instead of any other.
    func setAlarm(at instant: Int64)
}

/// The event loop's clock.
final class LoopIdleClock: IdleClock {
    var onAlarm: () -> Void = {}
    private var timer: Timer?

    init(_ loop: EventLoop) {
        timer = loop.makeTimer { [weak self] in self?.onAlarm() }
    }

    var now: Int64 { EventLoop.now() }

    func setAlarm(at instant: Int64) {
        timer?.arm(at: instant)
    }
}
