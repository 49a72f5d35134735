/// All timers of a loop, which wakes up for the earliest instant.
final class TimerBoard {
    private var queue = DeadlineQueue()
    /// Those of the queue's numbers, in no order.
    private var actions: [(number: UInt64, run: () -> Void)] = []

    /// The earliest instant; nil without a timer.
    var first: Int64? { queue.first?.instant }

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
