import LoginSeat
import Runtime

/// Makes the machine wait for the service before it sleeps, and takes displays and devices anew after it has woken.
final class Sleep {
    private let logind: Logind
    private let seat: Session
    private var cycle = SleepCycle()
    /// Makes the machine wait while it is held.
    private var inhibitor: OwnedDescriptor?
    private var lidInhibitor: OwnedDescriptor?
    private var isLidWanted = false
    private var limit: Timer?
    /// Called before the machine sleeps; call `prepared` to let it sleep.
    var isComing: () -> Void = {}
    var woke: () -> Void = {}

    init(_ logind: Logind, _ seat: Session, loop: EventLoop) {
        self.logind = logind
        self.seat = seat
        limit = loop.makeTimer { [weak self] in self?.prepared() }
    }

    /// How long the user's commands may hold the machine back, in microseconds; logind waits five seconds.
    private static let patience: Int64 = 4_000_000

    func start() {
        logind.followSleep { [weak self] isComing in
            guard let self else { return }
            perform(isComing ? cycle.sleepIsComing() : cycle.woke())
        }
        perform(cycle.begin())
    }

    /// Lets the machine sleep, because the user's commands have ended.
    func prepared() {
        limit?.disarm()
        perform(cycle.prepared())
    }

    /// Sets whether the service prevents sleep when the lid is closed, because an external goes on without the panel below it.
    func keepsAwake(withClosedLid isWanted: Bool) {
        guard isWanted != isLidWanted else { return }
        isLidWanted = isWanted
        lidInhibitor = nil
        guard isWanted else { return }
        logind.inhibit(.lidSwitch, .block, why: "the external goes on when the lid is closed") { [weak self] in
            guard let self, isLidWanted else { return }
            lidInhibitor = $0
        }
    }

    private func perform(_ steps: [SleepCycle.Step]) {
        for step in steps { perform(step) }
    }

    private func perform(_ step: SleepCycle.Step) {
        switch step {
        case .announceSleep:
            limit?.arm(after: Self.patience)
            isComing()
        case .suspend: seat.suspend()
        case .letSleep: inhibitor = nil
        case .holdBack:
            logind.inhibit(.sleep, .delay, why: "screens are let go first") { [weak self] in
                guard let self, !cycle.isAsleep else { return }
                inhibitor = $0
            }
        case .resume: seat.resume()
        case .announceWake:
            limit?.disarm()
            woke()
        }
    }
}
