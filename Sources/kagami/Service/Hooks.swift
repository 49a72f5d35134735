import ConfigurationFiles
import Control
import Glibc
import Logging
import Mirroring
import PrintableText
import Runtime

/// Hears of the ends of hooks.
protocol HookObserver: AnyObject {
    func hookEnded()
}

/// Runs the user's commands when something happens, a few at a time and each for a limited time; nobody waits for them.
final class Hooks {
    private struct Job {
        let command: [String]
        let event: [String: String]
    }

    private struct Running {
        let process: ChildProcess
        let limit: Timer
    }

    private let loop: EventLoop
    private let configuration: ConfigurationKeeper
    private let logger = Logger(label: "kagami.hooks")
    private var queue = HookQueue<Job>()
    private var running: [CInt: Running] = [:]
    /// Whether events have been left out since the queue was last below its limit.
    private var isOverrun = false
    /// Nothing is started any more.
    private var isClosed = false
    /// The complete environment of the commands, but for the event's variables.
    var environment: [String: String] = [:]
    weak var observer: (any HookObserver)?

    init(loop: EventLoop, configuration: ConfigurationKeeper) {
        self.loop = loop
        self.configuration = configuration
    }

    /// Whether any has not ended, or waits for its turn.
    var isBusy: Bool { queue.running > 0 }

    /// The commands that have not ended.
    var processes: [ChildProcess] { running.values.map(\.process) }

    func occurred(_ event: ServiceEvent) {
        guard !isClosed, let command = configuration.loaded.configuration.hooks.commands[event.kind.rawValue] else {
            return
        }
        let job = Job(command: command, event: event.variables)
        switch queue.add(job) {
        case .start:
            isOverrun = false
            // Whoever reports an event may be in the middle of something.
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

    /// Starts nothing any more.
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

    /// False where the command cannot be started.
    private func run(_ job: Job) -> Bool {
        do throws(RuntimeError) {
            // Known only once the program has started; it cannot have ended before the loop turns.
            var processID: CInt?
            let process = try ChildProcess(
                loop: loop, command: job.command,
                environment: environment.merging(job.event) { _, ofEvent in ofEvent }
            ) { [weak self] status in
                if let processID { self?.ended(processID, job, status) }
            }
            processID = process.processID
            let limit = loop.makeTimer { [weak self, weak process] in
                process?.signal(SIGKILL)
                self?.logger.warning("hook took too long", metadata: Self.metadata(job))
            }
            limit.arm(after: configuration.loaded.configuration.hooks.limitMicroseconds)
            running[process.processID] = Running(process: process, limit: limit)
            return true
        } catch {
            logger.warning(
                "hook not started", metadata: Self.metadata(job).merging(["reason": "\(error)"]) { first, _ in first })
            return false
        }
    }

    private func ended(_ processID: CInt, _ job: Job, _ status: ProcessExit) {
        running.removeValue(forKey: processID)?.limit.disarm()
        if status != .exited(code: 0) {
            logger.warning(
                "hook failed", metadata: Self.metadata(job).merging(["status": "\(status)"]) { first, _ in first })
        }
        if let next = queue.finished() { start(next) }
        observer?.hookEnded()
    }

    private static func metadata(_ job: Job) -> Logger.Metadata {
        [
            "event": "\(job.event["KAGAMI_EVENT"] ?? "")",
            "program": "\((job.command.first ?? "").printable)",
        ]
    }
}
