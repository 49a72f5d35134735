/// How often something may happen: a number at once, and so many a second on average.
struct RateLimit {
    private let burst: Double
    private let perMicrosecond: Double
    private var left: Double
    private var last: Int64

    init(burst: Int, perSecond: Int, now: Int64) {
        self.burst = Double(burst)
        perMicrosecond = Double(perSecond) / 1_000_000
        left = self.burst
        last = now
    }

    /// Counts one more, and returns the microseconds to wait before the next one.
    mutating func count(at now: Int64) -> Int64 {
        left = min(burst, left + Double(max(now - last, 0)) * perMicrosecond) - 1
        last = max(now, last)
        return left >= 0 ? 0 : Int64((-left / perMicrosecond).rounded(.up))
    }
}
