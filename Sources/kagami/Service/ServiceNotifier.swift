import CSystemd
import Runtime

/// Notifies the service manager of the service's state (sd_notify); does nothing without a manager.
struct ServiceNotifier: SignsOfLife, Sendable {
    /// Reports that start-up is finished; `systemctl status` shows the line `status`.
    func ready(status: String) {
        notify("READY=1\nSTATUS=\(status)")
    }

    /// Changes the line that `systemctl status` shows.
    func update(status: String) {
        notify("STATUS=\(status)")
    }

    /// Reports that shutdown has begun.
    func stopping() {
        notify("STOPPING=1")
    }

    /// Gives a sign of life for the manager's watchdog.
    func alive() {
        notify("WATCHDOG=1")
    }

    /// The longest time between signs of life that the manager allows, in microseconds; nil if it expects none from this process.
    var watchdogTimeout: Int64? {
        var timeout: UInt64 = 0
        guard sd_watchdog_enabled(0, &timeout) > 0 else { return nil }
        return Int64(clamping: timeout)
    }

    private func notify(_ message: String) {
        sd_notify(0, message)
    }
}

/// Receives the signs of life of an event loop.
protocol SignsOfLife {
    func alive()
}

/// Gives a sign of life twice in each time-out of the service manager's watchdog (systemd's `WatchdogSec=`).
///
/// A timer of the event loop gives the sign, so a loop that hangs gives none, and the manager ends the service and starts it again. Without
/// a watchdog there is no timer.
final class Watchdog {
    private let receiver: any SignsOfLife
    /// The microseconds between two signs.
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
