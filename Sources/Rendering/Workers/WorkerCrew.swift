import Glibc

/// The threads of `PixelWorkers` and the work at hand.
final class WorkerCrew {
    private let desk = WorkerDesk()
    private var members: [pthread_t] = []

    /// The threads that could be started.
    var threads: Int { members.count }

    /// Nil when none can be started.
    init?(threads: Int) {
        // Signals are the loop's; only a thread's own faults reach it.
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGBUS, SIGSEGV, SIGILL, SIGFPE] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        for _ in 0..<threads {
            guard let member = Self.start(at: desk) else { break }
            members.append(member)
        }
        if members.isEmpty { return nil }
    }

    private static func start(at desk: WorkerDesk) -> pthread_t? {
        let retained = Unmanaged.passRetained(desk)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<WorkerDesk>.fromOpaque(argument).takeRetainedValue().work(untilEmpty: false)
                }
                return nil
            }, retained.toOpaque())
        guard failure == 0 else {
            retained.release()
            return nil
        }
        return thread
    }

    /// Does the bands, here and in the threads; false where one could not be done.
    func run(_ bands: [PixelJob]) -> Bool {
        desk.post(bands)
        desk.work(untilEmpty: true)
        return desk.awaitAll()
    }

    /// Ends the threads.
    func dismiss() {
        desk.close()
        for member in members { pthread_join(member, nil) }
    }
}

/// Where bands lie for the threads to take; all of its state is guarded by its lock.
private final class WorkerDesk: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let posted = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let finished = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var bands: [PixelJob] = []
    private var unfinished = 0
    private var hasFailed = false
    private var isClosed = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(posted, nil)
        pthread_cond_init(finished, nil)
    }

    deinit {
        pthread_cond_destroy(finished)
        pthread_cond_destroy(posted)
        pthread_mutex_destroy(lock)
        finished.deallocate()
        posted.deallocate()
        lock.deallocate()
    }

    func post(_ work: [PixelJob]) {
        pthread_mutex_lock(lock)
        bands = work.reversed()
        unfinished = work.count
        hasFailed = false
        pthread_cond_broadcast(posted)
        pthread_mutex_unlock(lock)
    }

    /// Waits for all bands; false if one failed.
    func awaitAll() -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while unfinished > 0 { pthread_cond_wait(finished, lock) }
        return !hasFailed
    }

    func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        pthread_cond_broadcast(posted)
        pthread_mutex_unlock(lock)
    }

    /// Takes bands until there is none left, or, as a thread's life, until the desk is closed.
    func work(untilEmpty: Bool) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            while bands.isEmpty, !untilEmpty, !isClosed { pthread_cond_wait(posted, lock) }
            var band = bands.popLast()
            guard band != nil else { return }
            pthread_mutex_unlock(lock)
            let isDone = band?.run() ?? false
            // What it holds must not end here once the caller goes on.
            band = nil
            pthread_mutex_lock(lock)
            unfinished -= 1
            if !isDone { hasFailed = true }
            if unfinished == 0 { pthread_cond_signal(finished) }
        }
    }
}
