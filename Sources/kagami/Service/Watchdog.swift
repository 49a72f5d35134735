import Runtime

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
