import Glibc
import KagamiCommands
import Logging
import Mirroring
import PrintableText
import Runtime

/// Hears of the ends of launched applications.
protocol LaunchObserver: AnyObject {
    func launchedApplicationEnded(in place: Mirroring.HostedApplication)
}

/// Applications started while the service runs, in the place of the content or of the panel application.
///
/// They get the environment and the confinement of the application in whose place they are, and end with the service.
final class LaunchedApplications {
    private struct Running {
        let application: HostedApplication
        let place: Mirroring.HostedApplication
        let whenEnded: () -> Void
    }

    private let loop: EventLoop
    private let descriptorLimit: UInt64
    private let logger = Logger(label: "kagami.launch")
    private var running: [Running] = []
    /// Of programs, and of what they leave behind.
    private var outputs: [Int: ProgramOutput] = [:]
    private var outputsMade = 0
    /// Where the applications of each place connect to; a place that is absent takes none.
    var surroundings: [Mirroring.HostedApplication: ApplicationSurroundings] = [:]
    /// No more are started.
    var isClosed = false
    weak var observer: (any LaunchObserver)?

    /// The most at a time.
    private static let limit = 64

    init(loop: EventLoop, descriptorLimit: UInt64) {
        self.loop = loop
        self.descriptorLimit = descriptorLimit
    }

    /// Starts a program and returns its process id; a failure is one line. `whenEnded` is called when it has ended.
    func launch(
        _ command: [String], in place: Mirroring.HostedApplication, whenEnded: @escaping () -> Void = {}
    ) throws(CommandFailure) -> CInt {
        if isClosed { throw CommandFailure("the service is ending") }
        guard let surroundings = surroundings[place] else {
            throw CommandFailure(
                "there is no place for applications of the panel: give one with kagami run --panel-command")
        }
        guard running.count < Self.limit else {
            throw CommandFailure("\(Self.limit) launched applications are running already: end some")
        }
        let started: HostedApplication
        do {
            started = try start(command, surroundings)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("cannot \(error)")
        }
        running.append(Running(application: started, place: place, whenEnded: whenEnded))
        let processID = started.process.processID
        logger.info("launched", metadata: ["program": "\(started.name.printable)", "pid": "\(processID)"])
        return processID
    }

    private func start(_ command: [String], _ surroundings: ApplicationSurroundings) throws -> HostedApplication {
        outputsMade += 1
        let number = outputsMade
        // The journal knows the names of programs by itself.
        let output =
            ApplicationJournal.isUsed(Environment.current)
            ? nil
            : try ProgramOutput(of: command.first ?? "", loop: loop) { [weak self] in self?.outputs[number] = nil }
        // Known only once the program has started; it cannot have ended before the loop turns.
        var processID: CInt?
        let application = try HostedApplication(
            command, surroundings: surroundings, output: output?.writing, descriptorLimit: descriptorLimit, loop: loop
        ) { [weak self] status in
            if let processID { self?.ended(processID, status) }
        }
        processID = application.process.processID
        output?.programStarted()
        outputs[number] = output
        return application
    }

    /// Ends a program politely, and after a moment not.
    func terminate(_ processID: CInt) {
        processes.first { $0.processID == processID }?.terminate()
    }

    /// The processes that have not ended.
    var processes: [ChildProcess] { running.map(\.application.process) }

    func isAny(in place: Mirroring.HostedApplication) -> Bool { running.contains { $0.place == place } }

    private func ended(_ processID: CInt, _ status: ProcessExit) {
        guard let index = running.firstIndex(where: { $0.application.process.processID == processID }) else { return }
        let ended = running.remove(at: index)
        let name = ended.application.name.printable
        let level: Logger.Level = status == .exited(code: 0) ? .info : .warning
        logger.log(level: level, "launched application ended", metadata: ["program": "\(name)", "status": "\(status)"])
        ended.whenEnded()
        observer?.launchedApplicationEnded(in: ended.place)
    }
}
