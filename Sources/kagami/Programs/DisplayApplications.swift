import KagamiCommands
import Mirroring
import Runtime

/// The displays' own applications as programs.
///
/// Each starts when its display is first used, and then lives on, whether or not the display is plugged in. An application that has ended
/// for good starts again when its display comes back.
final class DisplayApplications {
    private let applications: [SupervisedApplication]
    /// The environment of each application.
    var surroundings: [ApplicationSurroundings] = []
    /// Called when an application has ended.
    var whenEnded: () -> Void = {}
    private var shown: Set<Int> = []
    private var isStarted = false
    private var isClosed = false

    /// The restart policy is the hosted application's.
    init(
        _ commands: [[String]], descriptorLimit: UInt64, loop: EventLoop, configuration: ConfigurationKeeper
    ) {
        applications = commands.map {
            SupervisedApplication(
                $0, descriptorLimit: descriptorLimit, loop: loop, configuration: configuration, policy: \.restarts)
        }
        for application in applications {
            application.runEnded = { [unowned self, unowned application] end, _, decision in
                if decision == .giveUp { complain("\(application.name): \(end.notice.text(in: .english))") }
                whenEnded()
            }
        }
    }

    /// Starts the applications whose displays are in use.
    func start() {
        isStarted = true
        for index in shown { start(index) }
    }

    /// Follows the displays: starts the applications whose displays have come.
    func follow(_ next: Set<Int>) {
        let new = next.subtracting(shown)
        shown = next
        guard isStarted, !isClosed else { return }
        for index in new { start(index) }
    }

    private func start(_ index: Int) {
        let application = applications[index]
        switch application.status?.state {
        case .running, .waiting: return
        case .gaveUp:
            // A failure is reported as the end of a run.
            _ = application.startAgain()
        case nil:
            do {
                try application.start(in: surroundings[index])
            } catch {
                complain("\(error)")
            }
        }
    }

    private func complain(_ reason: String) {
        TextOutput.error.write(line: "kagami: a display's own application, [[display]] command: \(reason.printable)")
    }

    /// The states for `status`, in the order of the rules.
    var statuses: [SupervisionStatus?] { applications.map(\.status) }

    /// The processes that still run.
    var processes: [ChildProcess] { applications.compactMap(\.process).filter { $0.status == nil } }

    /// Stops starting applications.
    func close() {
        isClosed = true
        for application in applications { application.close() }
    }
}
