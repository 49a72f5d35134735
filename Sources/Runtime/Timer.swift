import Glibc

/// A one-shot timer on the loop's clock with microsecond resolution.
///
/// It uses no descriptor, and costs nothing while disarmed. It retains its loop.
package final class Timer {
    private let loop: EventLoop
    private let handler: () -> Void
    /// The number of the last timeout, which may have fired.
    private var number: UInt64?

    init(loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Fires once at `instant` (microseconds of the loop's clock), or immediately if that has passed; replaces a pending timeout.
    package func arm(at instant: Int64) {
        arm(at: instant, tolerance: 0)
    }

    /// The same, or up to `tolerance` earlier if the loop is awake then, which saves a wake-up.
    package func arm(at instant: Int64, tolerance: Int64) {
        disarm()
        number = loop.timers.add(at: instant, tolerance: tolerance, handler)
    }

    /// Fires once, `microseconds` from now.
    package func arm(after microseconds: Int64) {
        arm(at: loop.instant(after: microseconds))
    }

    package func disarm() {
        if let number { loop.timers.cancel(number) }
        number = nil
    }

    deinit {
        disarm()
    }
}

/// All timers of a loop, which wakes up for the earliest instant.
final class TimerBoard {
    private var queue = DeadlineQueue()
    /// The actions of the queue's entries by number, unsorted.
    private var actions: [(number: UInt64, action: Action)] = []

    /// The earliest instant; nil if there is no timer.
    var first: Int64? { queue.first?.instant }

    /// Schedules `action` once at `instant` (microseconds of the loop's clock); returns the number for cancelling.
    ///
    /// The action may run up to `tolerance` earlier if the loop is awake then.
    func add(at instant: Int64, tolerance: Int64 = 0, _ action: @escaping () -> Void) -> UInt64 {
        let number = queue.insert(instant, tolerance: tolerance)
        actions.append((number, Action(run: action)))
        return number
    }

    func cancel(_ number: UInt64) {
        queue.remove(number)
        _ = takeAction(number)
    }

    private func takeAction(_ number: UInt64) -> Action? {
        guard let index = actions.firstIndex(where: { $0.number == number }) else { return nil }
        actions.swapAt(index, actions.count - 1)
        return actions.removeLast().action
    }

    /// Removes all timers.
    func removeAll() {
        while let first = queue.first { cancel(first.number) }
    }

    /// Runs all actions due at `now` in order of their instants.
    ///
    /// Timers added meanwhile wait until after the next sleep, even if they are due. Timers cancelled meanwhile do not run.
    func fire(dueAt now: Int64) {
        guard let first = queue.popFirst(dueAt: now) else { return }
        var others: [UInt64] = []
        while let entry = queue.popFirst(dueAt: now) { others.append(entry.number) }
        takeAction(first.number)?.run()
        for number in others { takeAction(number)?.run() }
    }
}

/// A clock for an event loop, which counts microseconds and never runs backwards.
package protocol LoopClock: AnyObject {
    /// Microseconds since a fixed instant, without those that the machine slept.
    var microseconds: Int64 { get }

    /// The microseconds that the machine has slept.
    var microsecondsAsleep: Int64 { get }
}

extension LoopClock {
    package var microsecondsAsleep: Int64 { 0 }
}

/// The kernel's CLOCK_MONOTONIC.
package final class MonotonicClock: LoopClock {
    /// The last known `microsecondsAsleep`.
    private var asleep: Int64 = 0

    package init() {}

    package var microseconds: Int64 { Self.now }

    package var microsecondsAsleep: Int64 {
        let before = Self.now
        let withSleep = BootClock.now
        let after = Self.now
        // The readings are some time apart. A value that agrees with them stays, so that it changes with a sleep only.
        let possible = withSleep - after - 1...withSleep - before + 1
        if !possible.contains(asleep) { asleep = withSleep - before }
        return asleep
    }

    /// The current time in microseconds.
    ///
    /// Only measurements of how long something takes, and programs without a loop, read this clock. Everything else gets its time from the
    /// loop, so that all of one turn happens at the same instant.
    package static var now: Int64 { kernelClock(CLOCK_MONOTONIC) }
}

/// The kernel's CLOCK_BOOTTIME: CLOCK_MONOTONIC with the time that the machine has slept.
package enum BootClock {
    /// The current time in microseconds, for programs without a loop; the others have `EventLoop.turnBootTime`.
    package static var now: Int64 { kernelClock(CLOCK_BOOTTIME) }
}

/// The time of a clock of the kernel's in microseconds.
private func kernelClock(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// The kernel's CLOCK_REALTIME, which may be set at any time.
package enum WallClock {
    /// Seconds since 1970.
    package static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
