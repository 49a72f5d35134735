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
