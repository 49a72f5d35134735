import Mirroring

/// One axis of a scroll event.
struct ScrollReading: Hashable {
    /// Pixels, or degrees of a wheel, which compositors treat as pixels by convention: 15 a click.
    var value: Double
    /// Clicks of a wheel in 120ths; 0 for other sources.
    var clicks120: Double

    init(value: Double, clicks120: Double = 0) {
        self.value = value
        self.clicks120 = clicks120
    }
}

extension PointerAxis {
    /// An axis that the event does not contain is nil.
    ///
    /// Fingers and continuous sources end a movement with a value of zero; a wheel never ends.
    init(source: Source, horizontal: ScrollReading?, vertical: ScrollReading?) {
        let endsWithZero = source != .wheel
        func distance(_ reading: ScrollReading?) -> Double {
            guard let value = reading?.value, value.isFinite else { return 0 }
            return value
        }
        func clicks(_ reading: ScrollReading?) -> Int {
            guard source == .wheel, let value = reading?.clicks120.rounded() else { return 0 }
            return Int(exactly: value) ?? 0
        }
        self.init(
            source: source, dx: distance(horizontal), dy: distance(vertical), clicks120X: clicks(horizontal),
            clicks120Y: clicks(vertical), stopsX: endsWithZero && horizontal?.value == 0,
            stopsY: endsWithZero && vertical?.value == 0)
    }
}
