import ConfigurationFiles
import Glibc
import KagamiCommands
import Logging
import Mirroring
import Runtime

/// Applications started while the service runs, in the place of the content or of the panel application.
///
/// They get the environment and the confinement of that place, and end with the service.
final class LaunchedApplications {
    private let loop: EventLoop
    private let descriptorLimit: UInt64
    private let logger = Logger(label: "kagami.launch")
    private var launched: [LaunchedApplication] = []
    /// The output of programs and of the processes that they leave behind.
    private var outputs: [Int: ProgramOutput] = [:]
    private var outputsMade = 0
    /// The environment of the applications in each place; a place that is absent takes none.
    var surroundings: [PanelForeground.Choice: ApplicationSurroundings] = [:]
    /// Defines how often and how fast applications are started again.
    weak var configuration: ConfigurationKeeper?
    /// Whether no more applications are started.
    private(set) var isClosed = false
    /// Called when an application has ended.
    var whenEnded: (PanelForeground.Choice) -> Void = { _ in }

    /// The most applications at a time.
    private static let limit = 64

    init(loop: EventLoop, descriptorLimit: UInt64) {
        self.loop = loop
        self.descriptorLimit = descriptorLimit
    }

    /// Starts a program and returns its process id; a failure is described in one line.
    /// Calls `whenEnded` when the program has ended and is not started again.
    func launch(
        _ command: [String], in place: PanelForeground.Choice, restart: RestartPolicy = .never,
        whenEnded: @escaping () -> Void = {}
    ) throws(CommandFailure) -> CInt {
        if isClosed { throw CommandFailure("the service is ending") }
        guard launched.count < Self.limit else {
            throw CommandFailure("\(Self.limit) launched applications are running already: end some")
        }
        let application = LaunchedApplication(command, in: place, restart, loop: loop, whenEnded: whenEnded)
        application.timer = loop.makeTimer { [weak self, weak application] in
            if let self, let application { startAgain(application) }
        }
        let processID = try run(application)
        launched.append(application)
        return processID
    }

    /// Stops starting applications, including those that are due to start again.
    func close() {
        isClosed = true
        launched.removeAll { $0.running == nil }
    }

    private func run(_ application: LaunchedApplication) throws(CommandFailure) -> CInt {
        guard let surroundings = surroundings[application.place] else {
            throw CommandFailure(
                "there is no place for applications of the panel: give one with kagami run --panel-command")
        }
        let started: StartedApplication
        do {
            started = try start(application.command, surroundings)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("cannot \(error)")
        }
        application.running = started
        let processID = started.process.processID
        logger.info("launched", metadata: ["program": "\(started.name.printable)", "pid": "\(processID)"])
        return processID
    }

    private func startAgain(_ application: LaunchedApplication) {
        guard !isClosed else { return }
        application.began = Timestamp(microseconds: loop.turnTime)
        do throws(CommandFailure) {
            _ = try run(application)
        } catch {
            follow(.notStarted(error.description), of: application)
        }
    }

    private func start(_ command: [String], _ surroundings: ApplicationSurroundings) throws -> StartedApplication {
        outputsMade += 1
        let number = outputsMade
        // The journal records the names of programs itself.
        let output =
            ApplicationJournal.isUsed(Environment.current)
            ? nil
            : try ProgramOutput(of: command.first ?? "", loop: loop) { [weak self] in self?.outputs[number] = nil }
        // Set after the program has started; it cannot end before the loop turns.
        var processID: CInt?
        let application = try StartedApplication(
            command, surroundings: surroundings, output: output?.writing, descriptorLimit: descriptorLimit, loop: loop
        ) { [weak self] status in
            if let processID { self?.ended(processID, status) }
        }
        processID = application.process.processID
        output?.programStarted()
        outputs[number] = output
        return application
    }

    /// Asks a program to end, and kills it after a moment.
    func terminate(_ processID: CInt) {
        processes.first { $0.processID == processID }?.terminate()
    }

    /// The processes that still run.
    var processes: [ChildProcess] { launched.compactMap(\.running?.process) }

    /// Whether an application in that place runs, or is due to start again.
    func isAny(in place: PanelForeground.Choice) -> Bool { launched.contains { $0.place == place } }

    private func ended(_ processID: CInt, _ status: ProcessExit) {
        guard let application = launched.first(where: { $0.running?.process.processID == processID }) else { return }
        application.running = nil
        let level: Logger.Level = status == .exited(code: 0) ? .info : .warning
        logger.log(
            level: level, "launched application ended",
            metadata: ["program": "\(application.name)", "status": "\(status)"])
        follow(status.end, of: application)
    }

    /// Follows the end of a run, or a failed start, as the restart policy says.
    private func follow(_ end: ProgramEnd, of application: LaunchedApplication) {
        var rules = configuration?.loaded.configuration.restarts ?? RestartConfiguration()
        rules.policy = isClosed ? .never : application.restart
        let now = Timestamp(microseconds: loop.turnTime)
        switch application.restarts.ended(end, began: application.began, now: now, rules) {
        case .start(let delay):
            application.timer?.arm(after: delay)
            return
        case .giveUp:
            logger.warning(
                "launched application not started again",
                metadata: [
                    "program": "\(application.name)", "how": "\(end.notice.text(in: .english).printable)",
                    "reason": "it has ended \(rules.limit) times in a short while",
                ])
        case .finish: break
        }
        launched.removeAll { $0 === application }
        application.whenEnded()
        whenEnded(application.place)
    }
}

/// One launched application, through all its runs.
private final class LaunchedApplication {
    let command: [String]
    let place: PanelForeground.Choice
    let restart: RestartPolicy
    let whenEnded: () -> Void
    /// The current run; nil between runs.
    var running: StartedApplication?
    var began: Timestamp
    var restarts = Restarts()
    var timer: Timer?

    init(
        _ command: [String], in place: PanelForeground.Choice, _ restart: RestartPolicy, loop: EventLoop,
        whenEnded: @escaping () -> Void
    ) {
        self.command = command
        self.place = place
        self.restart = restart
        self.whenEnded = whenEnded
        began = Timestamp(microseconds: loop.turnTime)
    }

    /// The program as it was given, for logs.
    var name: String { (command.first ?? "").printable }
}
