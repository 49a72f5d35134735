import Glibc

/// Measures the processor time of this thread, because on a shared machine the wall-clock time includes other programs.
enum Stopwatch {
    /// The processor time that `work` takes, in milliseconds.
    static func milliseconds(_ work: () -> Void) -> Double {
        let start = now
        work()
        return now - start
    }

    /// The wall-clock time that `work` takes, in milliseconds.
    static func elapsedMilliseconds(_ work: () -> Void) -> Double {
        let start = milliseconds(of: CLOCK_MONOTONIC)
        work()
        return milliseconds(of: CLOCK_MONOTONIC) - start
    }

    private static var now: Double { milliseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func milliseconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

extension [Double] {
    /// The middle value, or the upper one of the middle two.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
