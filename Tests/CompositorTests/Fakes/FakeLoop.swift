import Mirroring

/// A loop with a clock that only the test moves.
final class FakeLoop: LoopPort {
    private(set) var now = Timestamp(microseconds: 1_000_000)
    /// How long the machine has slept.
    private var asleep: Int64 = 0
    private var deferred: [() -> Void] = []
    private var scheduled: [(due: Timestamp, action: () -> Void)] = []
    /// By how much the work of this turn is ahead of its time.
    private var worked: Int64 = 0

    var bootTime: Timestamp { now.adding(microseconds: asleep) }

    var clockReading: Timestamp { now.adding(microseconds: worked) }

    /// When the next scheduled action is due; nil while none is.
    var nextDue: Timestamp? { scheduled.map(\.due).min() }

    /// How many actions are scheduled.
    var scheduledCount: Int { scheduled.count }

    /// Lets time pass within the turn, as drawing does.
    func work(microseconds: Int64) { worked += microseconds }

    /// Has the machine sleep: no timer counts that time.
    func sleep(microseconds: Int64) { asleep += microseconds }

    func deferAction(_ action: @escaping () -> Void) { deferred.append(action) }

    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        scheduled.append((now.adding(microseconds: delay), action))
    }

    /// Runs what was deferred, and what that defers in turn.
    func settle() {
        while !deferred.isEmpty {
            let actions = deferred
            deferred = []
            for action in actions { action() }
        }
    }

    func advance(microseconds: Int64) {
        now = now.adding(microseconds: microseconds)
        worked = max(0, worked - microseconds)
        let due = scheduled.filter { $0.due <= now }
        scheduled.removeAll { $0.due <= now }
        for entry in due { entry.action() }
        settle()
    }
}

/// Keeps the terminals that were asked for.
final class FakeSession: SessionPort {
    private(set) var switches: [Int] = []
    func switchVirtualTerminal(to number: Int) { switches.append(number) }
}

/// Devices that do what the test says.
final class FakeInput: InputPort {
    weak var observer: (any InputObserver)?
    /// The keyboards' lights, one after the other.
    private(set) var leds: [KeyboardLEDs] = []

    /// What was said of pointing devices, one after the other.
    private(set) var rules: [PointingRules] = []

    func show(_ leds: KeyboardLEDs) { self.leds.append(leds) }

    func use(_ rules: PointingRules) { self.rules.append(rules) }
}
