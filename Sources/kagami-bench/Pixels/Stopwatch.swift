import Glibc

/// Measures the processor time of this thread: on a shared machine the wall-clock time includes other programs.
enum Stopwatch {
    /// Milliseconds that `work` takes.
    static func milliseconds(_ work: () -> Void) -> Double {
        let start = now
        work()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

extension [Double] {
    /// The middle value, or the upper one of the middle two.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
