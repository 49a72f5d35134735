import CPixelKernels
import Glibc
import Mirroring

/// Threads that share the rows of large pixel work.
///
/// The caller waits for them, so nothing else of the service runs meanwhile. Between two jobs they sleep.
final class PixelWorkers {
    /// The number of drawing threads, including the caller's.
    let count: Int
    /// Started with the first large job.
    private var crew: WorkerCrew?

    /// Whether the threads were started.
    var isStarted: Bool { crew != nil }

    /// The caller draws fewer pixels alone: waking a thread takes as long as drawing some ten thousand.
    static let smallestArea = 1 << 20
    private static let most = 4
    /// More bands than threads, so that the others take over the bands of a thread that other programs delay.
    private static let bandsPerThread = 4

    /// Uses as many threads as this process has processors, four at most.
    convenience init() {
        self.init(count: min(Int(kagami_processors()), Self.most))
    }

    init(count: Int) {
        self.count = max(1, count)
    }

    deinit {
        crew?.dismiss()
    }

    /// Does the work, in bands of rows if it is large; false if a band failed.
    func run(_ job: PixelJob) -> Bool {
        guard count > 1, job.area >= Self.smallestArea, job.rows >= count else { return job.run() }
        if crew == nil { crew = WorkerCrew(threads: count - 1) }
        guard let crew else { return job.run() }
        let rows = job.rows
        let bands = min(rows, (crew.threads + 1) * Self.bandsPerThread)
        return crew.run((0..<bands).map { job.band(from: $0 * rows / bands, to: ($0 + 1) * rows / bands) })
    }
}

/// A kernel's work on rows of pixels, which can be cut into bands of rows that together write the same.
///
/// Another thread may run the work, because it points to pixels that stay in place until the work is done.
struct PixelJob: @unchecked Sendable {
    enum Kernel {
        case average(kagami_area_job)
        /// Also copies without turning, past the caches.
        case turn(kagami_turn_job)
        case narrow(kagami_narrow_job)
        case widen(kagami_widen_job)
    }

    var kernel: Kernel
    /// The buffer whose pixels are read; each thread that reads a client's memory has to declare it.
    let source: any Buffer

    /// The number of rows written.
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

    /// Does the work; false if memory is lacking, or if the pixels are gone.
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

    /// The part of the work that writes the rows from `top` up to, but not including, `bottom`.
    func band(from top: Int, to bottom: Int) -> PixelJob {
        var band = self
        switch kernel {
        case .average(var job):
            // The upper of two bands copies a source row that both touch.
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

/// The threads of `PixelWorkers` and their current work.
final class WorkerCrew {
    private let desk = WorkerDesk()
    private var members: [pthread_t] = []

    /// The number of threads that could be started.
    var threads: Int { members.count }

    /// Nil if no thread can be started.
    init?(threads: Int) {
        // Signals belong to the loop; a thread receives only its own faults.
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

    /// Runs the bands, here and on the threads; false if one failed.
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

/// The queue of bands for the threads; its lock guards all of its state.
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

    /// Runs bands until none is left or, for a thread's whole life, until the desk is closed.
    func work(untilEmpty: Bool) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            while bands.isEmpty, !untilEmpty, !isClosed { pthread_cond_wait(posted, lock) }
            var band = bands.popLast()
            guard band != nil else { return }
            pthread_mutex_unlock(lock)
            let isDone = band?.run() ?? false
            // The band's buffer must not be released here after the caller has gone on.
            band = nil
            pthread_mutex_lock(lock)
            unfinished -= 1
            if !isDone { hasFailed = true }
            if unfinished == 0 { pthread_cond_signal(finished) }
        }
    }
}
