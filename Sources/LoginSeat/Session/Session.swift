import CSeat
import CSeatExtras
import Glibc
package import Logging
import Mirroring
package import Runtime

/// Receives notice when the seat is disabled or enabled.
package protocol SessionObserver: AnyObject {
    /// The seat's devices work again.
    func sessionEnabled()

    /// The seat is being disabled, for example by a VT switch: stop using its devices before returning.
    func sessionDisabled()
}

/// A session on a seat through libseat: logind, seatd or, for root, libseat's built-in server.
///
/// The console is restored even if this process dies. In every backend another process has put the virtual terminal into graphics mode:
/// seatd, logind, or the server forked by the built-in backend. That process notices the closed connection and restores text mode and the
/// keyboard.
package final class Session: SessionPort {
    private let loop: EventLoop
    private let logger: Logger
    private let environment: [String: String]
    private let listener: UnsafeMutablePointer<libseat_seat_listener>
    private var seat: OpaquePointer?
    private var source: DescriptorSource?
    private var observers: [WeakObserver] = []

    /// Whether the seat's devices may be used: the seat is enabled and the machine is awake.
    package private(set) var isActive = false
    private var isEnabled = false
    private var isSuspended = false

    /// Called when the connection to the seat's server is lost for good.
    package var onConnectionLost: (() -> Void)?

    /// Opens the seat of the login session and waits at most two seconds until it is active.
    ///
    /// libseat tries seatd, logind and its built-in server in turn, or only the one that LIBSEAT_BACKEND names.
    /// `environment` is this process's, for the remedies in errors.
    package init(loop: EventLoop, logger: Logger, environment: [String: String]) throws(SessionError) {
        self.loop = loop
        self.logger = logger
        self.environment = environment
        listener = .allocate(capacity: 1)
        listener.initialize(
            to: libseat_seat_listener(
                enable_seat: { _, data in Session.from(data)?.enabled() },
                disable_seat: { _, data in Session.from(data)?.disabled() }))
        Self.logHandlerInstalled
        seat = libseat_open_seat(listener, Unmanaged.passUnretained(self).toOpaque())
        guard let seat else {
            throw SessionError(.openSeat, errorNumber: errno, remedy: seatRemedy)
        }
        try awaitEnabling()
        do {
            source = try loop.watch(libseat_get_fd(seat)) { [weak self] _ in self?.dispatch() }
        } catch {
            throw SessionError(.openSeat, errorNumber: error.errorNumber, remedy: "free some descriptors")
        }
    }

    deinit {
        close()
        listener.deallocate()
    }

    /// The seat's name, such as `seat0`.
    package var seatName: String {
        guard let seat, let name = libseat_seat_name(seat) else { return "seat0" }
        return String(cString: name)
    }

    /// Opens a device file of the seat, such as `/dev/dri/card0`.
    package func openDevice(_ path: String) throws(SessionError) -> SeatDevice {
        var descriptor: CInt = -1
        errno = ENOTCONN
        let number = seat.map { libseat_open_device($0, path, &descriptor) } ?? -1
        guard number >= 0 else {
            throw SessionError(.openDevice, object: path, errorNumber: errno, remedy: Self.deviceRemedy(errno))
        }
        return SeatDevice(session: self, path: path, descriptor: descriptor, number: number)
    }

    /// Requests a switch to a virtual terminal, counted from 1; `SessionObserver.sessionDisabled` follows if granted.
    package func switchVirtualTerminal(to number: Int) {
        guard let seat, let session = CInt(exactly: number), session > 0 else { return }
        if libseat_switch_session(seat, session) != 0 {
            logger.warning(
                "virtual terminal not switched", metadata: ["number": "\(number)", "errno": "\(errno)"])
        }
    }

    /// Makes the observers stop using the devices, as when the seat is disabled, because the machine goes to sleep.
    package func suspend() {
        isSuspended = true
        follow()
    }

    /// Undoes `suspend`; the observers look for their devices again.
    package func resume() {
        isSuspended = false
        follow()
    }

    /// Adds an observer, which is held weakly. Observers are called in the order in which they were added.
    package func addObserver(_ observer: any SessionObserver) {
        observers.removeAll { $0.observer == nil }
        observers.append(WeakObserver(observer: observer))
    }

    /// Releases the seat and restores the console; further calls do nothing.
    package func close() {
        source?.cancel()
        source = nil
        guard let seat else { return }
        self.seat = nil
        (isEnabled, isActive) = (false, false)
        libseat_close_seat(seat)
    }

    func closeDevice(_ number: CInt) {
        if let seat { libseat_close_device(seat, number) }
    }

    private func awaitEnabling() throws(SessionError) {
        let deadline = MonotonicClock.now + 2_000_000
        while !isActive, let seat, MonotonicClock.now < deadline {
            guard libseat_dispatch(seat, 100) < 0, errno != EINTR else { continue }
            let number = errno
            close()
            throw SessionError(.openSeat, errorNumber: number, remedy: seatRemedy)
        }
        if isActive { return }
        close()
        throw SessionError(.awaitSeat, errorNumber: ETIMEDOUT, remedy: "switch to the console it was started on")
    }

    private func dispatch() {
        guard let seat, libseat_dispatch(seat, 0) < 0, errno != EINTR, errno != EAGAIN else { return }
        logger.error("connection to the seat lost", metadata: ["errno": "\(errno)"])
        source?.cancel()
        source = nil
        setEnabled(false)
        onConnectionLost?()
    }

    private func enabled() {
        logger.debug("seat enabled")
        setEnabled(true)
    }

    private func disabled() {
        logger.debug("seat disabled")
        setEnabled(false)
        handOver()
    }

    /// Tells the seat's server that the devices are no longer used. Until then it shows no other terminal, so a failed attempt is repeated.
    private func handOver(attempt: Int = 1) {
        guard let seat, !isEnabled, libseat_disable_seat(seat) != 0 else { return }
        if attempt == Self.mostAttempts {
            return logger.warning("seat not handed over", metadata: ["errno": "\(errno)"])
        }
        loop.schedule(afterMicroseconds: Self.attemptInterval) { [weak self] in self?.handOver(attempt: attempt + 1) }
    }

    private static let mostAttempts = 10
    private static let attemptInterval: Int64 = 100_000

    private func setEnabled(_ isEnabled: Bool) {
        self.isEnabled = isEnabled
        follow()
    }

    private func follow() {
        let isUsable = isEnabled && !isSuspended
        guard isUsable != isActive else { return }
        isActive = isUsable
        for entry in observers {
            if isUsable { entry.observer?.sessionEnabled() } else { entry.observer?.sessionDisabled() }
        }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> Session? {
        data.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private var seatRemedy: String { SeatSurroundings.current(environment: environment).remedy }

    private static func deviceRemedy(_ number: CInt) -> String {
        switch number {
        case EACCES, EPERM: "the seat does not own it: check its udev seat tag, or join the group that does"
        case ENOENT, ENODEV, ENXIO: "it has been removed"
        case EBUSY: "another program holds it"
        default: "see the seat server's log"
        }
    }

    /// Logs libseat's messages at debug level; failures are returned as errors as well.
    private static let logHandlerInstalled: Void = kagami_libseat_log { line in
        guard let line else { return }
        Logger(label: "kagami.seat").debug("libseat", metadata: ["text": "\(String(cString: line))"])
    }
}

private struct WeakObserver {
    weak var observer: (any SessionObserver)?
}

/// A device file opened through the seat, which may revoke and restore access.
package final class SeatDevice {
    package let path: String
    /// The descriptor, which stays valid until `close` even while the seat is disabled.
    package let descriptor: CInt
    private let number: CInt
    private let session: Session
    private var isOpen = true

    init(session: Session, path: String, descriptor: CInt, number: CInt) {
        self.session = session
        self.path = path
        self.descriptor = descriptor
        self.number = number
    }

    /// Returns the device to the seat; further calls do nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        session.closeDevice(number)
        Glibc.close(descriptor)
    }

    deinit {
        close()
    }
}
