import CLinux
import Glibc

/// All timers of a loop on one timerfd, which is set to the earliest instant.
final class TimerBoard {
    let descriptor: CInt
    private var queue = DeadlineQueue()
    /// Those of the queue's numbers, in no order.
    private var actions: [(number: UInt64, run: () -> Void)] = []
    /// The instant that the timerfd is set to; nil while disarmed.
    private var wakeUpTime: Int64?
    private let wakesLoop: Bool

    /// `wakesLoop` is whether the instants are the kernel's, so that the timerfd can wait for them.
    init(wakesLoop: Bool) throws(RuntimeError) {
        self.wakesLoop = wakesLoop
        descriptor = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        if descriptor < 0 { throw RuntimeError("timerfd_create") }
    }

    deinit {
        close(descriptor)
    }

    /// Schedules `action` once at `instant` (the loop's clock, microseconds), or up to `tolerance` earlier in a turn that
    /// something else has begun; returns the number for cancelling.
    func add(at instant: Int64, tolerance: Int64 = 0, _ action: @escaping () -> Void) -> UInt64 {
        let number = queue.insert(instant, tolerance: tolerance)
        actions.append((number, action))
        return number
    }

    func cancel(_ number: UInt64) {
        queue.remove(number)
        _ = takeAction(number)
    }

    private func takeAction(_ number: UInt64) -> (() -> Void)? {
        guard let index = actions.firstIndex(where: { $0.number == number }) else { return nil }
        actions.swapAt(index, actions.count - 1)
        return actions.removeLast().run
    }

    /// Removes all timers.
    func removeAll() {
        while let first = queue.first { cancel(first.number) }
    }

    /// Sets the timerfd to the earliest instant if that has changed. Call before each sleep.
    func prepareToSleep() {
        let next = queue.first.map { max($0.instant, 1) }
        guard wakesLoop, next != wakeUpTime else { return }
        wakeUpTime = next
        _ = kagami_timerfd_set(descriptor, next ?? 0)
    }

    /// The timerfd has expired. Its expiry need not be read: the loop hears of each once.
    func woke() {
        wakeUpTime = nil
    }

    /// Runs all actions due at `now` in order of their instants. Timers added meanwhile wait until after the next sleep,
    /// even if due; timers cancelled meanwhile do not run.
    func fire(dueAt now: Int64) {
        guard let first = queue.popFirst(dueAt: now) else { return }
        var others: [UInt64] = []
        while let entry = queue.popFirst(dueAt: now) { others.append(entry.number) }
        takeAction(first.number)?()
        for number in others { takeAction(number)?() }
    }
}
