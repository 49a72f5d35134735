import Glibc
import Synchronization

/// One piece of work on its own thread, with the result delivered on the loop's thread.
///
/// The work owns everything that it uses and touches none of the service's state. If this object is released early, the work continues and
/// its result is discarded.
package final class BackgroundWork<Result: Sendable> {
    private let outcome = Outcome<Result>()
    private let whenDone: (Result) -> Void
    /// Hangs up once there is a result.
    private let done: OwnedDescriptor
    private var source: DescriptorSource?

    package init(
        loop: EventLoop, _ work: @escaping @Sendable () -> Result, whenDone: @escaping (Result) -> Void
    ) throws(RuntimeError) {
        self.whenDone = whenDone
        // The end of a thread's descriptor cannot fail, as writing to one could.
        let (done, working) = try OwnedDescriptor.pipe()
        self.done = done
        source = try loop.watch(done.number) { [weak self] _ in self?.finish() }
        try ThreadBody.start { [outcome] in
            withExtendedLifetime(working) { outcome.set(work()) }
        }
    }

    deinit {
        source?.cancel()
    }

    private func finish() {
        guard let result = outcome.take() else { return }
        source?.cancel()
        source = nil
        whenDone(result)
    }
}

/// The state shared by both threads: the result.
private final class Outcome<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)

    func set(_ value: Result) {
        result.withLock { $0 = value }
    }

    func take() -> Result? {
        result.withLock { value in
            defer { value = nil }
            return value
        }
    }
}

/// The body of a thread, owned by the thread.
private final class ThreadBody {
    private let run: @Sendable () -> Void

    private init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    /// Runs `run` on a new thread, which inherits the caller's signal mask: only the loop receives signals.
    static func start(_ run: @escaping @Sendable () -> Void) throws(RuntimeError) {
        let body = Unmanaged.passRetained(ThreadBody(run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard failure == 0 else {
            body.release()
            throw RuntimeError("pthread_create", errorNumber: failure)
        }
        pthread_detach(thread)
    }
}
