import Compositor
import ConfigurationFiles
import Logging
import Mirroring
import Runtime

/// Starts the user's locker again after one has ended without unlocking, a few times at most.
final class LockKeeper: LockerPort {
    private let loop: EventLoop
    private let configuration: ConfigurationKeeper
    private let logger = Logger(label: "kagami.lock")
    private var starts = LockerStarts()
    private var isLost = false
    /// Whether no more lockers are started.
    private var isClosed = false
    private var running: [CInt: ChildProcess] = [:]
    /// The process that was started last, until a locker has come.
    private var awaited: CInt?
    /// Fires when the started command has had enough time to lock.
    private var patience: Timer?
    /// The complete environment of the lockers.
    var environment: [String: String] = [:]
    weak var compositor: Compositor?
    /// Called when a command has ended.
    var whenEnded: () -> Void = {}

    /// The time for a locker to come after its command has exited with status 0, in microseconds.
    ///
    /// The command may have asked another program to lock.
    private static let patience: Int64 = 3_000_000

    init(loop: EventLoop, configuration: ConfigurationKeeper) {
        self.loop = loop
        self.configuration = configuration
    }

    /// The commands that still run.
    var processes: [ChildProcess] { Array(running.values) }

    /// Stops starting lockers.
    func close() {
        isClosed = true
        patience?.disarm()
    }

    func lockerLost() -> LockerNotice {
        // The service ends its clients when it ends itself.
        if isClosed { return .ended(socket: socket) }
        isLost = true
        logger.warning("the locker has ended without unlocking, and the session stays locked")
        return next()
    }

    func lockerCame() {
        isLost = false
        awaited = nil
        patience?.disarm()
        logger.notice("another locker has taken over")
    }

    /// Starts a locker if a command is configured and has not failed too often.
    private func next() -> LockerNotice {
        let command = configuration.loaded.configuration.lock.command
        guard !command.isEmpty else { return .ended(socket: socket) }
        guard starts.start(at: Timestamp(microseconds: loop.turnTime)) else {
            logger.warning(
                "no locker is started any more",
                metadata: ["reason": "it has been started \(LockerStarts.limit) times in ten seconds"])
            return .gaveUp(socket: socket)
        }
        // The code that reports the loss is in the middle of something.
        loop.deferAction { [weak self] in self?.start(command) }
        return .startsAgain
    }

    private var socket: String { environment["WAYLAND_DISPLAY"] ?? "" }

    private func start(_ command: [String]) {
        guard isLost, !isClosed else { return }
        let program = (command.first ?? "").printable
        do throws(RuntimeError) {
            // Set after the program has started; it cannot end before the loop turns.
            var processID: CInt?
            let process = try ChildProcess(
                loop: loop, command: command, environment: environment, endsWithParent: true
            ) { [weak self] status in
                if let processID { self?.ended(processID, status) }
            }
            processID = process.processID
            awaited = process.processID
            running[process.processID] = process
            logger.notice("locker started again", metadata: ["program": "\(program)", "pid": "\(process.processID)"])
        } catch {
            logger.warning("locker not started", metadata: ["program": "\(program)", "reason": "\(error)"])
            compositor?.lock.show(.gaveUp(socket: socket))
        }
    }

    private func ended(_ processID: CInt, _ status: ProcessExit) {
        running[processID] = nil
        whenEnded()
        // The lock itself notices the end of a locker that had locked.
        guard isLost, !isClosed, awaited == processID else { return }
        awaited = nil
        if status == .exited(code: 0) {
            if patience == nil { patience = loop.makeTimer { [weak self] in self?.startAgain() } }
            patience?.arm(after: Self.patience)
        } else {
            logger.warning("locker ended before it had locked", metadata: ["status": "\(status)"])
            startAgain()
        }
    }

    private func startAgain() {
        if isLost, !isClosed { compositor?.lock.show(next()) }
    }
}
