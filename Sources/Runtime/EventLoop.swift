import CWayland
import Glibc

/// The one loop that the service's thread sits in: clients' sockets, devices, timers and signals wake it alike.
///
/// Whatever is watched or timed keeps its loop, which so goes last.
package final class EventLoop {
    /// The `wl_event_loop`: libwayland's watching of descriptors, with none of its displays.
    let handle: OpaquePointer
    let timers: TimerBoard
    private let timerSource: OpaquePointer
    /// How often the loop has been woken.
    package private(set) var wakeups = 0
    private var isStopped = false
    private var sleepHooks: [() -> Void] = []
    private var deferredActions: [() -> Void] = []
    private var continuations: [() -> Void] = []

    package init() throws(RuntimeError) {
        let timers = try TimerBoard()
        guard let loop = wl_event_loop_create() else { throw RuntimeError("wl_event_loop_create") }
        let source = wl_event_loop_add_fd(
            loop, timers.descriptor, Readiness.readable.rawValue,
            { _, _, data in
                if let data { Unmanaged<TimerBoard>.fromOpaque(data).takeUnretainedValue().fire() }
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

    /// A timer that is not yet armed.
    package func makeTimer(handler: @escaping () -> Void) -> Timer {
        Timer(loop: self, handler: handler)
    }

    /// Runs `action` once, on this thread, before the loop next sleeps.
    package func deferAction(_ action: @escaping () -> Void) {
        deferredActions.append(action)
    }

    /// Runs `action` once in the next turn, after whatever is ready by then: the next share of a longer work, which
    /// others need not wait for.
    package func continueNextTurn(_ action: @escaping () -> Void) {
        continuations.append(action)
    }

    /// Runs `action` once after a delay.
    package func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        _ = timers.add(at: Self.instant(after: delay), action)
    }

    /// Runs `hook` each time before the loop sleeps (flushing clients, say).
    package func beforeSleep(_ hook: @escaping () -> Void) {
        sleepHooks.append(hook)
    }

    /// Dispatches events until `stop`.
    package func run() {
        isStopped = false
        while !isStopped { turn(timeoutMilliseconds: -1) }
    }

    /// One turn: runs what was deferred and the sleep hooks, waits at most `timeoutMilliseconds` (-1 for ever) and
    /// dispatches what is ready.
    package func turn(timeoutMilliseconds: CInt) {
        prepareToSleep()
        if isStopped { return }
        timers.prepareToSleep()
        let continued = continuations
        continuations = []
        wl_event_loop_dispatch(handle, continued.isEmpty ? timeoutMilliseconds : 0)
        wakeups &+= 1
        for action in continued { action() }
        prepareToSleep()
    }

    package func stop() {
        isStopped = true
    }

    /// Forgets all that is deferred, continued, scheduled or to be done before sleeping, and with it whatever these hold: they
    /// might hold this loop. For the end of a service's life.
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

    /// CLOCK_MONOTONIC in microseconds.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The instant `microseconds` from now.
    static func instant(after microseconds: Int64) -> Int64 {
        let (instant, overflowed) = now().addingReportingOverflow(microseconds)
        return overflowed ? .max : instant
    }
}
