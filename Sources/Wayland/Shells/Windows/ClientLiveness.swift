import Logging
import Runtime
import WaylandBinding

/// A timer for the deadline of a ping.
protocol LivenessClock: AnyObject {
    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void)
}

/// Checks that a client answers pings. A client that does not answer is logged and otherwise left alone: it may be busy.
///
/// Pings are sent only on user input, so an idle client costs no wake-ups.
final class ClientLiveness {
    private static let patience: Int64 = 10_000_000

    private let wire: any ShellWire
    private let clock: any LivenessClock
    private let logger: Logger
    private var outstanding: UInt32?
    private(set) var isUnresponsive = false

    init(_ wire: any ShellWire, clock: any LivenessClock, logger: Logger) {
        self.wire = wire
        self.clock = clock
        self.logger = logger
    }

    /// Sends a ping, unless one is unanswered.
    func ping(serial: UInt32) {
        guard outstanding == nil else { return }
        outstanding = serial
        wire.sendPing(serial: serial)
        clock.schedule(afterMicroseconds: Self.patience) { [weak self] in self?.deadlinePassed(serial) }
    }

    func pong(serial: UInt32) {
        guard outstanding == serial else { return }
        outstanding = nil
        if isUnresponsive { logger.notice("client responds again", metadata: metadata) }
        isUnresponsive = false
    }

    private func deadlinePassed(_ serial: UInt32) {
        guard outstanding == serial, wire.isAlive else { return }
        isUnresponsive = true
        logger.warning("client does not respond", metadata: metadata)
    }

    private var metadata: Logger.Metadata { ["pid": "\(wire.client.processID)"] }
}
