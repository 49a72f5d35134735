import ConfigurationFiles
import Control
import Glibc
import KagamiCommands
import Logging
import Mirroring
import Runtime

/// The hosted application or the panel application, which is started again as the configuration says.
final class SupervisedApplication: RestartPort {
    private enum State {
        case notStarted
        /// `isToStartAgain` tells that the user has asked for another run.
        case running(StartedApplication, began: Timestamp, isToStartAgain: Bool)
        case waiting
        case gaveUp
    }

    private let command: [String]
    private let descriptorLimit: UInt64
    private let loop: EventLoop
    private let configuration: ConfigurationKeeper
    /// The part of the configuration that defines what follows the application's end.
    private let policy: KeyPath<Configuration, RestartConfiguration>
    private let logger = Logger(label: "kagami.supervision")
    private var surroundings: ApplicationSurroundings?
    private var state = State.notStarted
    private var restarts = Restarts()
    private var lastEnd: ProgramEnd?
    private var timer: Timer?
    /// Whether no more runs are started.
    private var isClosed = false
    /// Called when a run has ended, with its process (nil if it did not start) and the decision about what follows.
    var runEnded: (_ end: ProgramEnd, _ processID: CInt?, _ decision: Restarts.Decision) -> Void = { _, _, _ in }
    /// Called after the application has been started again, with its process.
    var startedAgain: (_ processID: CInt) -> Void = { _ in }

    /// An empty `command` stands for a service without that application.
    init(
        _ command: [String], descriptorLimit: UInt64, loop: EventLoop, configuration: ConfigurationKeeper,
        policy: KeyPath<Configuration, RestartConfiguration>
    ) {
        self.command = command
        self.descriptorLimit = descriptorLimit
        self.loop = loop
        self.configuration = configuration
        self.policy = policy
    }

    /// The program as it was given.
    var name: String { command.first ?? "" }

    /// The process of the current run; nil between runs.
    var process: ChildProcess? {
        if case .running(let application, _, _) = state { application.process } else { nil }
    }

    /// The state for `status`; nil without an application.
    var status: SupervisionStatus? {
        var status = SupervisionStatus(program: name, state: .running, restarts: restarts.count, lastEnd: lastEnd)
        switch state {
        case .notStarted: return nil
        case .running(let application, _, _): status.pid = Int(application.process.processID)
        case .waiting: status.state = .waiting
        case .gaveUp: status.state = .gaveUp
        }
        return status
    }

    /// Starts the first run. A failure ends the service's start.
    func start(in surroundings: ApplicationSurroundings) throws {
        guard !command.isEmpty else { return }
        self.surroundings = surroundings
        timer = loop.makeTimer { [unowned self] in startDue() }
        try run(surroundings)
    }

    /// Starts the application again at once; a run in progress is ended first.
    func startAgain() -> ControlAnswer<Done> {
        if isClosed { return .failure("the service is ending") }
        switch state {
        case .notStarted:
            return .failure("the service hosts no application: give one with kagami run -- <command>")
        case .running(let application, let began, _):
            state = .running(application, began: began, isToStartAgain: true)
            application.process.terminate()
            return .done
        case .waiting:
            return startByHand(insteadOfDueStart: true)
        case .gaveUp:
            return startByHand(insteadOfDueStart: false)
        }
    }

    func restartPressed() { _ = startAgain() }

    /// Stops starting runs.
    func close() {
        isClosed = true
        timer?.disarm()
    }

    private func startByHand(insteadOfDueStart: Bool) -> ControlAnswer<Done> {
        timer?.disarm()
        restarts.startedByHand(insteadOfDueStart: insteadOfDueStart)
        do throws(CommandFailure) {
            try runAgain()
            return .done
        } catch {
            state = .gaveUp
            lastEnd = .notStarted(error.description)
            runEnded(.notStarted(error.description), nil, .giveUp)
            return .failure(error.description)
        }
    }

    private func startDue() {
        guard !isClosed, case .waiting = state else { return }
        do throws(CommandFailure) {
            try runAgain()
        } catch {
            ended(.notStarted(error.description), processID: nil, began: Timestamp(microseconds: loop.turnTime))
        }
    }

    private func runAgain() throws(CommandFailure) {
        guard let surroundings else { return }
        do {
            try run(surroundings)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("cannot \(error)")
        }
        guard let process else { return }
        logger.notice("application started again", metadata: ["pid": "\(process.processID)"])
        startedAgain(process.processID)
    }

    private func run(_ surroundings: ApplicationSurroundings) throws {
        let began = Timestamp(microseconds: loop.turnTime)
        let application = try StartedApplication(
            command, surroundings: surroundings, descriptorLimit: descriptorLimit, loop: loop
        ) { [unowned self] in runEnded($0) }
        state = .running(application, began: began, isToStartAgain: false)
    }

    private func runEnded(_ status: ProcessExit) {
        guard case .running(let application, let began, let isToStartAgain) = state else { return }
        let processID = application.process.processID
        if isToStartAgain, !isClosed {
            lastEnd = status.end
            state = .gaveUp
            runEnded(status.end, processID, .start(afterMicroseconds: 0))
            _ = startByHand(insteadOfDueStart: false)
        } else {
            ended(status.end, processID: processID, began: began)
        }
    }

    private func ended(_ end: ProgramEnd, processID: CInt?, began: Timestamp) {
        lastEnd = end
        let now = Timestamp(microseconds: loop.turnTime)
        let decision =
            isClosed
            ? .finish : restarts.ended(end, began: began, now: now, configuration.loaded.configuration[keyPath: policy])
        switch decision {
        case .start(let delay):
            state = .waiting
            timer?.arm(after: delay)
        case .giveUp, .finish: state = .gaveUp
        }
        if decision != .finish {
            logger.warning(
                "application ended",
                metadata: [
                    "program": "\(name.printable)", "how": "\(end.notice.text(in: .english).printable)",
                ])
        }
        runEnded(end, processID, decision)
    }
}

extension ProcessExit {
    var end: ProgramEnd {
        switch self {
        case .exited(let code): .exited(Int(code))
        case .signaled(let number): .signaled(Int(number))
        }
    }
}

extension ProgramEnd {
    /// The exit code as in a shell: 128 plus the signal's number, and 127 for a program that could not be started.
    var shellCode: CInt {
        switch self {
        case .exited(let code): CInt(clamping: code)
        case .signaled(let number): 128 + CInt(clamping: number)
        case .notStarted: 127
        }
    }
}
