import CLinux
import Glibc

/// All timers of a loop on one timerfd, which is set to the earliest instant.
final class TimerBoard {
    let descriptor: CInt
    private var queue = DeadlineQueue()
    private var actions: [UInt64: () -> Void] = [:]
    /// The instant that the timerfd is set to; nil while disarmed.
    private var wakeUpTime: Int64?

    init() throws(RuntimeError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        if descriptor < 0 { throw RuntimeError("timerfd_create") }
    }

    deinit {
        close(descriptor)
    }

    /// Schedules `action` once at `instant` (CLOCK_MONOTONIC, microseconds); returns the number for cancelling.
    func add(at instant: Int64, _ action: @escaping () -> Void) -> UInt64 {
        let number = queue.insert(instant)
        actions[number] = action
        return number
    }

    func cancel(_ number: UInt64) {
        queue.remove(number)
        actions[number] = nil
    }

    /// Removes all timers.
    func removeAll() {
        while let first = queue.first { cancel(first.number) }
    }

    /// Sets the timerfd to the earliest instant if that has changed. Call before each sleep.
    func prepareToSleep() {
        let next = queue.first.map { max($0.instant, 1) }
        guard next != wakeUpTime else { return }
        wakeUpTime = next
        _ = kagami_timerfd_set(descriptor, next ?? 0)
    }

    /// Runs all due actions in order of their instants. Timers added meanwhile wait until after the next sleep, even if
    /// due; timers cancelled meanwhile do not run.
    func fire() {
        var expirations: UInt64 = 0
        if read(descriptor, &expirations, 8) == 8 { wakeUpTime = nil }
        let now = EventLoop.now()
        var due: [UInt64] = []
        while let entry = queue.popFirst(dueAt: now) { due.append(entry.number) }
        for number in due { actions.removeValue(forKey: number)?() }
    }
}
