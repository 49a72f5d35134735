import CWayland
import Glibc

/// The service's only event loop, woken by clients' sockets, devices, timers and signals.
///
/// Sources and timers retain their loop, so it is released last.
package final class EventLoop {
    /// The `wl_event_loop`, used without a display to watch descriptors.
    let handle: OpaquePointer
    let timers: TimerBoard
    private let timerSource: OpaquePointer
    private let clock: any LoopClock
    /// The time of the turn under way; nil until something in it asks.
    private var turnInstant: Int64?
    private var isInTurn = false
    /// The number of times the loop has woken up.
    package private(set) var wakeups = 0
    private var isStopped = false
    private var sleepHooks: [() -> Void] = []
    private var deferredActions: [() -> Void] = []
    private var continuations: [() -> Void] = []

    /// A loop with the time of `clock`; with any but the kernel's, timers fire in whatever turn finds them due, and wake
    /// nothing.
    package init(clock: any LoopClock = MonotonicClock()) throws(RuntimeError) {
        let timers = try TimerBoard(wakesLoop: clock is MonotonicClock)
        guard let loop = wl_event_loop_create() else { throw RuntimeError("wl_event_loop_create") }
        let source = wl_event_loop_add_fd(
            loop, timers.descriptor, Readiness.readable.rawValue,
            { _, _, data in
                if let data { Unmanaged<TimerBoard>.fromOpaque(data).takeUnretainedValue().woke() }
                return 0
            }, Unmanaged.passUnretained(timers).toOpaque())
        guard let source else {
            let error = RuntimeError("watch descriptor", "\(timers.descriptor)")
            wl_event_loop_destroy(loop)
            throw error
        }
        handle = loop
        self.timers = timers
        timerSource = source
        self.clock = clock
    }

    deinit {
        wl_event_source_remove(timerSource)
        wl_event_loop_destroy(handle)
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
        deferredActions.append(action)
    }

    /// Runs `action` once in the next turn, after all ready events: for long work that is split into slices.
    package func continueNextTurn(_ action: @escaping () -> Void) {
        continuations.append(action)
    }

    /// Runs `action` once after a delay.
    package func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        _ = timers.add(at: instant(after: delay), action)
    }

    /// Runs `hook` each time before the loop sleeps (to flush clients, for example).
    package func beforeSleep(_ hook: @escaping () -> Void) {
        sleepHooks.append(hook)
    }

    /// Dispatches events until `stop`.
    package func run() {
        isStopped = false
        while !isStopped { turn(timeoutMilliseconds: -1) }
    }

    /// One turn: runs what was deferred and the sleep hooks, waits at most `timeoutMilliseconds` (-1 forever), dispatches
    /// what is ready and fires the timers that are due.
    package func turn(timeoutMilliseconds: CInt) {
        prepareToSleep()
        if isStopped { return }
        timers.prepareToSleep()
        let continued = continuations
        continuations = []
        isInTurn = true
        wl_event_loop_dispatch(handle, continued.isEmpty ? timeoutMilliseconds : 0)
        wakeups &+= 1
        timers.fire(dueAt: turnTime)
        for action in continued { action() }
        prepareToSleep()
        isInTurn = false
        turnInstant = nil
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
        while !deferredActions.isEmpty {
            let actions = deferredActions
            deferredActions = []
            for action in actions { action() }
        }
        for hook in sleepHooks { hook() }
    }

    /// The time of this turn in the clock's microseconds: the same for everything that happens between waking up and
    /// going to sleep. Outside a turn, such as at the start, the clock's own.
    package var turnTime: Int64 {
        guard isInTurn else { return clock.microseconds }
        if let turnInstant { return turnInstant }
        let now = clock.microseconds
        turnInstant = now
        return now
    }

    /// The instant `microseconds` from now.
    func instant(after microseconds: Int64) -> Int64 {
        let (instant, overflowed) = turnTime.addingReportingOverflow(microseconds)
        return overflowed ? .max : instant
    }
}
