/// Times work; medians, because a shared machine only ever adds time.
enum Stopwatch {
    /// Milliseconds that `work` takes.
    static func milliseconds(_ work: () -> Void) -> Double {
        let duration = ContinuousClock().measure(work)
        return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1000
    }
}

extension [Double] {
    /// The middle value, or the upper one of the middle two.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
