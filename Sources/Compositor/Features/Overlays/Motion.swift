import Geometry
import Mirroring

/// Panel pixels per second.
struct PanelVelocity: Hashable, Sendable {
    var x: Double
    var y: Double

    static let zero = PanelVelocity(x: 0, y: 0)

    /// In any direction.
    var speed: Double { (x * x + y * y).squareRoot() }
}

/// A finger's last positions, for its speed when it is lifted.
struct VelocityTrack {
    private var samples: [(point: Point<PanelSpace>, time: Timestamp)] = []

    /// A finger that has rested this long has no speed.
    private static let windowMicroseconds: Int64 = 100_000
    private static let most = 32
    /// The highest speed, in pixels per second.
    private static let fastest = 50_000.0

    mutating func add(_ point: Point<PanelSpace>, _ time: Timestamp) {
        samples.append((point, time))
        if samples.count > Self.most { samples.removeFirst() }
    }

    /// The velocity over the last moments before `time`.
    func velocity(at time: Timestamp) -> PanelVelocity {
        let recent = samples.filter { time.since($0.time) <= Self.windowMicroseconds }
        guard let first = recent.first, let last = recent.last else { return .zero }
        let seconds = Double(last.time.since(first.time)) / 1_000_000
        guard seconds > 0.001 else { return .zero }
        func speed(_ distance: Double) -> Double { min(max(distance / seconds, -Self.fastest), Self.fastest) }
        return PanelVelocity(x: speed(last.point.x - first.point.x), y: speed(last.point.y - first.point.y))
    }
}

/// How an animation proceeds.
enum Easing {
    /// The progress, 0 to 1, after that share of the time: a cubic whose slope ends at zero.
    static func out(_ passed: Double) -> Double {
        let left = 1 - passed
        return 1 - left * left * left
    }
}

/// An animation of a picture from one rectangle of the panel to another.
///
/// Only the scaling changes: the source draws nothing for it.
struct FrameAnimation: Hashable, Sendable {
    let from: Rect<PanelSpace>
    let to: Rect<PanelSpace>
    let start: Timestamp
    /// 0 without animation.
    let durationMicroseconds: Int64

    /// `reducesMotion` makes it end at once.
    init(
        from: Rect<PanelSpace>, to: Rect<PanelSpace>, start: Timestamp, durationMicroseconds: Int64,
        reducesMotion: Bool = false
    ) {
        self.from = from
        self.to = to
        self.start = start
        self.durationMicroseconds = reducesMotion || from == to ? 0 : max(0, durationMicroseconds)
    }

    func isFinished(at time: Timestamp) -> Bool { time.since(start) >= durationMicroseconds }

    /// The picture's rectangle at an instant, to the nearest pixel; before and after it is exactly either end.
    func rect(at time: Timestamp) -> Rect<PanelSpace> {
        if isFinished(at: time) { return to }
        let passed = Double(max(0, time.since(start))) / Double(durationMicroseconds)
        let progress = Easing.out(passed)
        func between(_ first: Int, _ last: Int) -> Int {
            Int(clamping: (Double(first) + (Double(last) - Double(first)) * progress).rounded())
        }
        // Interpolate edges, not sizes, so that an edge that both rectangles share does not move.
        return Rect(
            left: between(from.x, to.x), top: between(from.y, to.y), right: between(from.maxX, to.maxX),
            bottom: between(from.maxY, to.maxY))
    }
}
