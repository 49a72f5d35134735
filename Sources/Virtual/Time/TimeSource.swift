import Mirroring
import Runtime

/// What virtual hardware needs of time: the event loop in the service, a clock set by hand in tests.
package protocol TimeSource: AnyObject {
    /// The instant now.
    var instant: Timestamp { get }

    /// An alarm that is not yet armed.
    func makeAlarm(handler: @escaping () -> Void) -> any Alarm

    /// Runs `action` once, after the caller has returned and before the thread next sleeps.
    func deferAction(_ action: @escaping () -> Void)
}

/// A one-shot alarm; releasing it disarms it.
package protocol Alarm: AnyObject {
    /// Fires once at `instant` (CLOCK_MONOTONIC, microseconds); replaces an earlier arming.
    func arm(at instant: Int64)

    func disarm()
}

extension Runtime.Timer: Alarm {}

extension EventLoop: TimeSource {
    package var instant: Timestamp { Timestamp(microseconds: EventLoop.now()) }

    package func makeAlarm(handler: @escaping () -> Void) -> any Alarm {
        makeTimer(handler: handler)
    }
}
