import CSystemd

/// Notifies the service manager (sd_notify) of the service's state; does nothing without one.
package struct ServiceNotifier: Sendable {
    package init() {}

    /// Start-up is finished; `status` is one line shown by `systemctl status`.
    package func ready(status: String) {
        notify("READY=1\nSTATUS=\(status)")
    }

    /// One line shown by `systemctl status`.
    package func update(status: String) {
        notify("STATUS=\(status)")
    }

    /// Shutting down has begun.
    package func stopping() {
        notify("STOPPING=1")
    }

    private func notify(_ message: String) {
        sd_notify(0, message)
    }
}
