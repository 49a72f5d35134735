import ConfigurationFiles
import Control
import Glibc
import Logging
import Mirroring
import Runtime

/// Runs the user's commands for events, a few at a time and each for a limited time; nothing waits for them.
final class Hooks {
    private struct Job {
        let kind: ServiceEvent.Kind
        let command: [String]
        let event: [String: String]
    }

    private struct Running {
        let process: ChildProcess
        let limit: Timer
        /// Whether the command was killed because it ran for too long.
        var isOverdue = false
    }

    private let loop: EventLoop
    private let configuration: ConfigurationKeeper
    private let logger = Logger(label: "kagami.hooks")
    private var queue = HookQueue<Job>()
    private var running: [CInt: Running] = [:]
    /// Whether events were left out since the queue was last below its limit.
    private var isOverrun = false
    /// Whether no more commands are started.
    private var isClosed = false
    /// Called with the event of each hook that fails.
    var report: (ServiceEvent.Occurrence) -> Void = { _ in }
    /// The complete environment of the commands except for the event's variables.
    var environment: [String: String] = [:]
    /// Called when a command has ended.
    var whenEnded: () -> Void = {}

    init(loop: EventLoop, configuration: ConfigurationKeeper) {
        self.loop = loop
        self.configuration = configuration
    }

    /// Whether a command runs or waits.
    var isBusy: Bool { queue.running > 0 }

    /// The commands that still run.
    var processes: [ChildProcess] { running.values.map(\.process) }

    func occurred(_ event: ServiceEvent) {
        guard !isClosed, let command = configuration.loaded.configuration.hooks.commands[event.kind.rawValue] else {
            return
        }
        // A hook for failed hooks that fails itself would run for ever.
        if case .hookFailed(ServiceEvent.Kind.hookFailed.rawValue, _, _, _, _) = event.occurrence { return }
        let job = Job(kind: event.kind, command: command, event: event.variables)
        switch queue.add(job) {
        case .start:
            isOverrun = false
            // The code that reports the event may be in the middle of something.
            loop.deferAction { [weak self] in self?.start(job) }
        case .wait: break
        case .leaveOut:
            if !isOverrun {
                logger.warning(
                    "hooks left out", metadata: ["reason": "too many are waiting", "event": "\(event.kind.rawValue)"])
            }
            isOverrun = true
        }
    }

    /// Stops starting commands.
    func close() {
        isClosed = true
        queue.clear()
    }

    private func start(_ first: Job) {
        var next: Job? = first
        while let job = next {
            if isClosed || run(job) { return }
            next = queue.finished()
        }
    }

    /// Starts a command; false if it cannot be started.
    private func run(_ job: Job) -> Bool {
        do throws(RuntimeError) {
            // Set after the program has started; it cannot end before the loop turns.
            var processID: CInt?
            let process = try ChildProcess(
                loop: loop, command: job.command,
                environment: environment.merging(job.event) { _, ofEvent in ofEvent }, endsWithParent: true
            ) { [weak self] status in
                if let processID { self?.ended(processID, job, status) }
            }
            processID = process.processID
            let limit = loop.makeTimer { [weak self, weak process] in
                guard let process else { return }
                self?.running[process.processID]?.isOverdue = true
                process.signal(SIGKILL)
            }
            limit.arm(after: configuration.loaded.configuration.hooks.limitMicroseconds)
            running[process.processID] = Running(process: process, limit: limit)
            return true
        } catch {
            failed(job, "hook not started", nil, reason: "cannot \(error)")
            return false
        }
    }

    private func ended(_ processID: CInt, _ job: Job, _ status: ProcessExit) {
        let ended = running.removeValue(forKey: processID)
        ended?.limit.disarm()
        if ended?.isOverdue == true {
            failed(job, "hook took too long", status, reason: "took too long and \(status)")
        } else if status != .exited(code: 0), !isClosed {
            failed(job, "hook failed", status, reason: "\(status)")
        }
        if let next = queue.finished() { start(next) }
        whenEnded()
    }

    /// Reports a failure in the log and as an event.
    private func failed(_ job: Job, _ message: Logger.Message, _ end: ProcessExit?, reason: String) {
        let program = job.command.first ?? ""
        logger.warning(
            message,
            metadata: [
                "event": "\(job.kind.rawValue)", "program": "\(program.printable)", "reason": "\(reason.printable)",
            ])
        let (status, signal) = end?.end.parts ?? (nil, nil)
        report(
            .hookFailed(
                hook: job.kind.rawValue, program: program, status: status, signal: signal, reason: reason))
    }
}
