import CSystemd
import Runtime

/// Notifies the service manager (sd_notify) of the service's state; does nothing without one.
struct ServiceNotifier: SignsOfLife, Sendable {
    /// Start-up is finished; `status` is one line shown by `systemctl status`.
    func ready(status: String) {
        notify("READY=1\nSTATUS=\(status)")
    }

    /// One line shown by `systemctl status`.
    func update(status: String) {
        notify("STATUS=\(status)")
    }

    /// Shutting down has begun.
    func stopping() {
        notify("STOPPING=1")
    }

    /// A sign of life, for the manager's watchdog.
    func alive() {
        notify("WATCHDOG=1")
    }

    /// Within how many microseconds the manager wants each sign of life; nil if it watches for none from this process.
    var watchdogTimeout: Int64? {
        var timeout: UInt64 = 0
        guard sd_watchdog_enabled(0, &timeout) > 0 else { return nil }
        return Int64(clamping: timeout)
    }

    private func notify(_ message: String) {
        sd_notify(0, message)
    }
}

/// Takes the signs of life of an event loop.
protocol SignsOfLife {
    func alive()
}

/// Gives a sign of life twice in each time-out of the service manager's watchdog (systemd's `WatchdogSec=`).
///
/// A timer of the event loop gives it, so that a loop that hangs gives none: the manager then ends the service and starts it
/// again. Without a watchdog there is no timer.
final class Watchdog {
    private let receiver: any SignsOfLife
    /// Microseconds between two signs.
    private let period: Int64
    private var timer: Timer?

    /// Gives the first sign at once; `timeout` is in microseconds.
    init(loop: EventLoop, timeout: Int64, receiver: any SignsOfLife) {
        self.receiver = receiver
        period = max(timeout / 2, 1)
        timer = loop.makeTimer { [weak self] in self?.giveSign() }
        giveSign()
    }

    private func giveSign() {
        receiver.alive()
        timer?.arm(after: period)
    }
}
