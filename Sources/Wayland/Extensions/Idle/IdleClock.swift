import Logging
import Runtime

/// The time, and one alarm that can be set again.
protocol IdleClock: AnyObject {
    /// The time of this turn of the loop in microseconds.
    var now: Int64 { get }
    var onAlarm: () -> Void { get set }

    /// Sets the alarm, replacing the previous one; `onAlarm` is called at that time.
    func setAlarm(at instant: Int64)
}

/// An idle clock on the event loop.
final class LoopIdleClock: IdleClock {
    var onAlarm: () -> Void = {}
    private let loop: EventLoop
    private var timer: Timer?

    init(_ loop: EventLoop) {
        self.loop = loop
        timer = loop.makeTimer { [weak self] in self?.onAlarm() }
    }

    var now: Int64 { loop.turnTime }

    func setAlarm(at instant: Int64) {
        timer?.arm(at: instant)
    }
}
