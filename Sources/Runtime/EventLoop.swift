/// The service's only event loop, woken by clients' sockets, devices, timers and signals.
///
/// Sources and timers retain their loop, so the loop is released last.
package final class EventLoop {
    let descriptors: DescriptorBoard
    let timers = TimerBoard()
    let children = ChildTable()
    private let clock: any LoopClock
    /// Whether the instants are the kernel's, so that the loop can wait for them.
    private let wakesForTimers: Bool
    /// The time of the current turn; nil until it is first asked for.
    private var turnInstant: Int64?
    private var isInTurn = false
    /// The number of times the loop has woken up.
    package private(set) var wakeups = 0
    private var isStopped = false
    private var sleepHooks: [Action] = []
    private var deferredActions: [Action] = []
    /// Spare memory for the next deferred actions.
    private var spareActions: [Action] = []
    private var continuations: [Action] = []

    /// A loop with the time of `clock`.
    /// With any clock but the kernel's, a timer fires in the turn that finds it due, and does not wake the loop.
    package init(clock: any LoopClock = MonotonicClock()) throws(RuntimeError) {
        descriptors = try DescriptorBoard()
        self.clock = clock
        wakesForTimers = clock is MonotonicClock
    }

    /// Calls `handler` whenever `descriptor` is ready, until the returned source is cancelled or released.
    package func watch(
        _ descriptor: CInt, for readiness: Readiness = .readable, handler: @escaping (Readiness) -> Void
    ) throws(RuntimeError) -> DescriptorSource {
        try DescriptorSource(loop: self, descriptor: descriptor, readiness: readiness, handler: handler)
    }

    /// Makes a disarmed timer.
    package func makeTimer(handler: @escaping () -> Void) -> Timer {
        Timer(loop: self, handler: handler)
    }

    /// Runs `action` once, on this thread, before the loop next sleeps.
    package func deferAction(_ action: @escaping () -> Void) {
        deferredActions.append(Action(run: action))
    }

    /// Runs `action` once in the next turn, after all ready events; meant for long work that is split into slices.
    package func continueNextTurn(_ action: @escaping () -> Void) {
        continuations.append(Action(run: action))
    }

    /// Runs `action` once after a delay.
    package func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        _ = timers.add(at: instant(after: delay), action)
    }

    /// Runs `hook` each time before the loop sleeps, for example to flush clients.
    package func beforeSleep(_ hook: @escaping () -> Void) {
        sleepHooks.append(Action(run: hook))
    }

    /// Dispatches events until `stop`.
    package func run() {
        isStopped = false
        prepareToSleep()
        while !isStopped { sleepAndDispatch(timeoutMilliseconds: -1) }
    }

    /// Runs one turn of the loop.
    ///
    /// A turn runs deferred actions and sleep hooks, waits at most `timeoutMilliseconds` (-1 for ever), dispatches ready events and fires
    /// due timers.
    package func turn(timeoutMilliseconds: CInt) {
        prepareToSleep()
        if !isStopped { sleepAndDispatch(timeoutMilliseconds: timeoutMilliseconds) }
    }

    /// Runs a turn from its sleep on; the loop is ready to sleep again at the end.
    private func sleepAndDispatch(timeoutMilliseconds: CInt) {
        let continued = continuations
        continuations = []
        isInTurn = true
        descriptors.dispatch(timeout: continued.isEmpty ? patience(Int64(timeoutMilliseconds) * 1000) : 0)
        wakeups &+= 1
        timers.fire(dueAt: turnTime)
        for action in continued { action.run() }
        prepareToSleep()
        isInTurn = false
        turnInstant = nil
    }

    /// How long to wait for descriptors, in microseconds: until the first timer is due, and at most `longest`; negative for ever.
    private func patience(_ longest: Int64) -> Int64 {
        guard wakesForTimers, let first = timers.first else { return longest }
        let rest = max(0, max(0, first) - clock.microseconds)
        return longest < 0 ? rest : min(rest, longest)
    }

    package func stop() {
        isStopped = true
    }

    /// Drops all deferred, continued and scheduled actions and all hooks, which may retain this loop. Used at shutdown.
    package func forgetPending() {
        deferredActions = []
        continuations = []
        sleepHooks = []
        timers.removeAll()
    }

    private func prepareToSleep() {
        repeat {
            // Actions may defer others, and may turn the loop.
            while !deferredActions.isEmpty { runDeferred() }
            for hook in sleepHooks { hook.run() }
            // The loss of a client while its events are sent may defer more actions.
        } while !deferredActions.isEmpty
    }

    private func runDeferred() {
        var actions = spareActions
        spareActions = []
        swap(&actions, &deferredActions)
        for action in actions { action.run() }
        actions.removeAll(keepingCapacity: true)
        spareActions = actions
    }

    /// The time of this turn in the clock's microseconds, the same for everything between waking up and going to sleep.
    /// Outside a turn, such as at the start, the clock's own time.
    package var turnTime: Int64 {
        guard isInTurn else { return clock.microseconds }
        if let turnInstant { return turnInstant }
        let now = clock.microseconds
        turnInstant = now
        return now
    }

    /// The clock's own time, which goes on within a turn. Only measurements of how long something takes read it.
    package var currentTime: Int64 { clock.microseconds }

    /// The same as `turnTime` on a clock that also counts the time that the machine sleeps (CLOCK_BOOTTIME).
    ///
    /// Times that people see pass use this clock. The loop's timers do not count sleep: one that is due in a second is due a second after
    /// the machine has woken.
    package var turnBootTime: Int64 { turnTime + clock.microsecondsAsleep }

    /// The instant `microseconds` from now.
    func instant(after microseconds: Int64) -> Int64 {
        let (instant, overflowed) = turnTime.addingReportingOverflow(microseconds)
        return overflowed ? .max : instant
    }
}

/// What is to be run later. A closure that is itself the element of a list gets memory of its own each time that it is added or read.
struct Action {
    let run: () -> Void
}
