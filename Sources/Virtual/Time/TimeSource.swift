package import Mirroring
package import Runtime

/// The clock and timers of virtual hardware: the event loop in the service, a manual clock in tests.
package protocol TimeSource: AnyObject {
    /// The current instant.
    var instant: Timestamp { get }

    /// Makes a disarmed alarm.
    func makeAlarm(handler: @escaping () -> Void) -> any Alarm

    /// Runs `action` once, after the caller has returned and before the thread next sleeps.
    func deferAction(_ action: @escaping () -> Void)
}

/// A one-shot alarm; releasing it disarms it.
package protocol Alarm: AnyObject {
    /// Fires once at `instant` (CLOCK_MONOTONIC, microseconds); replaces a pending alarm.
    func arm(at instant: Int64)

    func disarm()
}

extension Runtime.Timer: Alarm {}

extension EventLoop: TimeSource {
    /// The clock's own time instead of the turn's.
    ///
    /// Hardware goes on while the service works, and a frame that took too long misses its vertical blank.
    package var instant: Timestamp { Timestamp(microseconds: MonotonicClock.now) }

    package func makeAlarm(handler: @escaping () -> Void) -> any Alarm {
        makeTimer(handler: handler)
    }
}

/// The event loop as the core's port.
extension EventLoop: LoopPort {
    package var now: Timestamp { Timestamp(microseconds: turnTime) }

    package var bootTime: Timestamp { Timestamp(microseconds: turnBootTime) }

    package var clockReading: Timestamp { Timestamp(microseconds: MonotonicClock.now) }
}
