import CPixelKernels
import Glibc
import Mirroring

/// Threads that share the rows of a large piece of pixel work. The caller waits for them, so that nothing else of the
/// service runs meanwhile; between two pieces they sleep.
final class PixelWorkers {
    /// The threads that draw, the caller's among them.
    let count: Int
    /// Started with the first large piece of work.
    private var crew: WorkerCrew?

    /// Whether there have been threads to share work with.
    var isStarted: Bool { crew != nil }

    /// Fewer pixels are drawn by the caller alone: waking a thread takes as long as some ten thousand of them.
    static let smallestArea = 1 << 20
    private static let most = 4
    /// A thread that other programs keep waiting leaves its bands to the rest.
    private static let bandsPerThread = 4

    /// As many threads as there are processors for this process, four at most.
    convenience init() {
        self.init(count: min(Int(kagami_processors()), Self.most))
    }

    init(count: Int) {
        self.count = max(1, count)
    }

    deinit {
        crew?.dismiss()
    }

    /// Does the work, in bands of rows if there is much of it; false where a band could not be done.
    func run(_ job: PixelJob) -> Bool {
        guard count > 1, job.area >= Self.smallestArea, job.rows >= count else { return job.run() }
        if crew == nil { crew = WorkerCrew(threads: count - 1) }
        guard let crew else { return job.run() }
        let rows = job.rows
        let bands = min(rows, (crew.threads + 1) * Self.bandsPerThread)
        return crew.run((0..<bands).map { job.band(from: $0 * rows / bands, to: ($0 + 1) * rows / bands) })
    }
}

/// A kernel's work on rows of pixels, which can be cut into bands of rows: together they write what the whole would.
///
/// It may be carried to another thread: it points to pixels that stay where they are until it is done.
struct PixelJob: @unchecked Sendable {
    enum Kernel {
        case average(kagami_area_job)
        /// Also a plain copy, past the caches.
        case turn(kagami_turn_job)
        case narrow(kagami_narrow_job)
        case widen(kagami_widen_job)
    }

    var kernel: Kernel
    /// Whose pixels are read: each thread that reads a client's memory has to say so.
    let source: any Buffer

    /// The rows that are written.
    var rows: Int {
        switch kernel {
        case .average(let job): Int(job.height)
        case .turn(let job): Int(job.height)
        case .narrow(let job): Int(job.height)
        case .widen(let job): Int(job.height)
        }
    }

    /// The number of pixels read.
    var area: Int {
        switch kernel {
        case .average(let job):
            rows * Int(job.source_height) / max(1, Int(job.scaled_height)) * Int(job.source_width)
        case .turn(let job): rows * Int(job.width)
        case .narrow(let job): rows * Int(job.width)
        case .widen(let job): rows * Int(job.width)
        }
    }

    /// Does the work; false when out of memory, or when the pixels are gone.
    func run() -> Bool {
        var isDone = false
        let isThere = source.withPixels { _ in isDone = runKernel() }
        return isThere && isDone
    }

    private func runKernel() -> Bool {
        switch kernel {
        case .average(var job): return kagami_area_average(&job)
        case .turn(var job): kagami_turn(&job)
        case .narrow(var job): kagami_narrow(&job)
        case .widen(var job): kagami_widen(&job)
        }
        return true
    }

    /// The part of the work that writes the rows from `top` to above `bottom`.
    func band(from top: Int, to bottom: Int) -> PixelJob {
        var band = self
        switch kernel {
        case .average(var job):
            // A source row between two bands is copied with the upper one.
            let (first, whole) = (Int(job.y) + top, Int(job.scaled_height))
            let above = (first * Int(job.source_height) + whole - 1) / whole
            if top > 0 { job.copied = max(job.copied, Int32(clamping: above)) }
            (job.y, job.height) = (Int32(first), Int32(bottom - top))
            job.target = job.target + top * job.target_stride
            band.kernel = .average(job)
        case .turn(var job):
            job.source = job.source + top * job.down
            job.target = job.target + top * job.target_stride
            job.height = Int32(bottom - top)
            band.kernel = .turn(job)
        case .narrow(var job):
            job.source = job.source + top * job.source_stride
            job.target = job.target + top * job.target_stride
            job.height = Int32(bottom - top)
            band.kernel = .narrow(job)
        case .widen(var job):
            job.source = job.source + top * job.source_stride
            job.target = job.target + top * job.target_stride
            job.height = Int32(bottom - top)
            band.kernel = .widen(job)
        }
        return band
    }
}

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
