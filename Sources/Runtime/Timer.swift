/// A one-shot timer on the loop's clock with microsecond resolution. It uses no descriptor, and costs nothing while
/// disarmed. Retains its loop.
package final class Timer {
    private let loop: EventLoop
    private let handler: () -> Void
    /// The loop's number of the last timeout, which may have fired.
    private var number: UInt64?

    init(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Fires once at `instant` (the loop's clock, microseconds), or immediately if that is past; replaces a pending
    /// timeout.
    package func arm(at instant: Int64) {
        arm(at: instant, tolerance: 0)
    }

    /// The same, or up to `tolerance` earlier where the loop is awake then, which need not wake up once more for it.
    package func arm(at instant: Int64, tolerance: Int64) {
        disarm()
        number = loop.timers.add(at: instant, tolerance: tolerance, handler)
    }

    /// Fires once, `microseconds` from now.
    package func arm(after microseconds: Int64) {
        arm(at: loop.instant(after: microseconds))
    }

    package func disarm() {
        if let number { loop.timers.cancel(number) }
        number = nil
    }

    deinit {
        disarm()
    }
}
