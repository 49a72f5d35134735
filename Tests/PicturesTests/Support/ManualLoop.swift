import Mirroring

/// A loop whose time passes only when a test says so.
final class ManualLoop: LoopPort {
    private(set) var now = Timestamp(microseconds: 1_000_000_000)
    /// How often scheduled actions ran: the wake-ups that a real loop would have had.
    private(set) var wakeups = 0
    /// How long the machine has slept.
    private var asleep: Int64 = 0
    private var deferred: [() -> Void] = []
    private var scheduled: [(at: Timestamp, action: () -> Void)] = []

    var bootTime: Timestamp { now.adding(microseconds: asleep) }

    /// Has the machine sleep: no timer counts that time.
    func sleep(microseconds: Int64) { asleep += microseconds }

    func deferAction(_ action: @escaping () -> Void) {
        deferred.append(action)
    }

    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        scheduled.append((now.adding(microseconds: max(0, delay)), action))
    }

    /// Runs what was deferred.
    func settle() {
        while !deferred.isEmpty {
            let actions = deferred
            deferred = []
            for action in actions { action() }
        }
    }

    /// Lets time pass, calling what is due in its order.
    func pass(microseconds: Int64) {
        settle()
        let end = now.adding(microseconds: microseconds)
        while let index = scheduled.indices.min(by: { scheduled[$0].at < scheduled[$1].at }), scheduled[index].at <= end
        {
            let next = scheduled.remove(at: index)
            now = max(now, next.at)
            wakeups += 1
            next.action()
            settle()
        }
        now = end
    }
}
