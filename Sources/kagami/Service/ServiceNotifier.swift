import CSystemd

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
