import CWayland
import Glibc

/// The one loop that the service's thread sits in; libwayland-server's own, so that clients' sockets,
/// devices and timers wake it alike.
package final class EventLoop {
    /// The `wl_event_loop`, for adapters that hand it to C.
    package let handle: OpaquePointer
    private let isOwner: Bool
    /// How often the loop has been woken.
    package private(set) var wakeups = 0
    private var isStopped = false
    private var sleepHooks: [() -> Void] = []
    private var deferredActions: [() -> Void] = []
    /// Timers of scheduled actions that have yet to run, by a number of their own.
    private var scheduled: [Int: Timer] = [:]
    private var nextScheduled = 0

    /// A loop of its own.
    package init() throws(RuntimeError) {
        guard let loop = wl_event_loop_create() else { throw RuntimeError("wl_event_loop_create") }
        handle = loop
        isOwner = true
    }

    /// A loop that something else (a `wl_display`) owns and that outlives this object.
    package init(borrowing loop: OpaquePointer) {
        handle = loop
        isOwner = false
    }

    deinit {
        if isOwner { wl_event_loop_destroy(handle) }
    }

    /// Calls `handler` whenever `descriptor` is ready, until the returned source is cancelled or released.
    package func watch(
        _ descriptor: CInt, for readiness: Readiness = .readable, handler: @escaping (Readiness) -> Void
    ) throws(RuntimeError) -> DescriptorSource {
        try DescriptorSource(loop: self, descriptor: descriptor, readiness: readiness, handler: handler)
    }

    /// A timer that is not yet armed.
    package func makeTimer(handler: @escaping () -> Void) throws(RuntimeError) -> Timer {
        try Timer(loop: self, handler: handler)
    }

    /// Runs `action` once, on this thread, before the loop next sleeps.
    package func deferAction(_ action: @escaping () -> Void) {
        deferredActions.append(action)
    }

    /// Runs `action` once after a delay, or before the loop next sleeps where the system has no timer left.
    package func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        nextScheduled += 1
        let number = nextScheduled
        do throws(RuntimeError) {
            let timer = try makeTimer { [weak self] in
                self?.scheduled[number] = nil
                action()
            }
            scheduled[number] = timer
            timer.arm(after: delay)
        } catch {
            deferAction(action)
        }
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
        wl_event_loop_dispatch(handle, timeoutMilliseconds)
        wakeups &+= 1
        prepareToSleep()
    }

    package func stop() {
        isStopped = true
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
}
