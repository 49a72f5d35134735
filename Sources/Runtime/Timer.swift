import CLinux
import Glibc

/// A one-shot timer on CLOCK_MONOTONIC with microsecond steps; costs nothing while it is not armed.
package final class Timer {
    private let descriptor: CInt
    private var source: DescriptorSource?

    init(loop: EventLoop, handler: @escaping () -> Void) throws(RuntimeError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        if descriptor < 0 { throw RuntimeError("timerfd_create") }
        let descriptor = descriptor
        source = try loop.watch(descriptor) { _ in
            var expirations: UInt64 = 0
            if read(descriptor, &expirations, 8) == 8 { handler() }
        }
    }

    /// Fires once at `instant` (CLOCK_MONOTONIC, microseconds), or at once if that is past; replaces an earlier
    /// arming.
    package func arm(at instant: Int64) {
        set(max(instant, 1))
    }

    /// Fires once after `microseconds` from now.
    package func arm(after microseconds: Int64) {
        let (instant, overflowed) = EventLoop.now().addingReportingOverflow(microseconds)
        arm(at: overflowed ? .max : instant)
    }

    package func disarm() {
        set(0)
    }

    private func set(_ microseconds: Int64) {
        var value = itimerspec()
        value.it_value.tv_sec = Int(microseconds / 1_000_000)
        value.it_value.tv_nsec = Int(microseconds % 1_000_000) * 1000
        timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &value, nil)
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }
}
