import CPixelKernels

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
