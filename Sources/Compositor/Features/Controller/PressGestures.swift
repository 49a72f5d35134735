import Geometry
import Mirroring

/// A step that a resting finger on the controller causes.
enum PressStep: Hashable, Sendable {
    /// The finger aims at this spot, which is shown from now on.
    case aim(PressAim)
    /// The spot is no longer shown.
    case end
    case tap(Point<PanelSpace>)
    case rightClick(Point<PanelSpace>)
    /// The finger belongs to the application again, and moves from its first point to the present one.
    case giveBack(from: Point<PanelSpace>, to: Point<PanelSpace>)
    /// The fingers zoom and pan the controller's view from now on.
    case zoom([PressingFinger])
}

/// Recognises aiming, taps and right clicks of resting contacts on the controller.
///
/// Each series of `aim` ends with exactly one `end`. At most one tap, click, return or zoom follows. After that,
/// fingers do nothing until all of them are lifted.
struct PressGestures {
    private enum Phase: Hashable {
        case idle
        case aiming(ContactID)
        /// A second finger is down. Its tap is a right click; once either finger moves, both zoom.
        case joined(by: ContactID, since: Timestamp)
        case spent
    }

    private let kind: LongPress
    private let density: Double
    private let zooms: Bool
    private var phase = Phase.idle
    private var aim: PressAim?
    private var start = Point<PanelSpace>(x: 0, y: 0)
    private var fingers: [ContactID: Point<PanelSpace>] = [:]
    /// Where the fingers were when the second one came.
    private var joined: [ContactID: Point<PanelSpace>] = [:]

    private static let longestTapMicroseconds: Int64 = 300_000
    private static let slopMillimetres = 3.0
    /// The distance from the snapshot at which a finger cancels.
    private static let outsideMillimetres = 4.0

    /// `density` is in panel pixels per millimetre; `zooms` is whether two fingers zoom the controller.
    init(_ kind: LongPress, density: Double, zooms: Bool = true) {
        self.kind = kind
        self.density = density
        self.zooms = zooms
    }

    /// Takes a contact's event; `visible` is the part of the panel that shows the snapshot.
    mutating func take(_ input: OverlayInput, visible: Rect<PanelSpace>) -> [PressStep] {
        switch input {
        case .down(let id, _, let point, let time): point.isFinite ? down(id, point, visible, time) : []
        case .motion(let id, let point, _): point.isFinite && fingers[id] != nil ? move(id, point, visible) : []
        case .up(let id, let time): fingers.removeValue(forKey: id) == nil ? [] : lift(id, time)
        case .cancel(let id): fingers.removeValue(forKey: id) == nil ? [] : stop()
        case .hover, .hoverEnded, .scroll, .key: []
        }
    }

    private mutating func down(
        _ id: ContactID, _ point: Point<PanelSpace>, _ visible: Rect<PanelSpace>, _ time: Timestamp
    ) -> [PressStep] {
        fingers[id] = point
        switch phase {
        case .idle:
            phase = .aiming(id)
            start = point
            return show(PressAim(at: point, within: visible, density: density))
        case .aiming where kind == .loupe || zooms:
            (phase, joined) = (.joined(by: id, since: time), fingers)
            return []
        case .aiming, .joined: return stop()
        case .spent: return []
        }
    }

    private mutating func move(
        _ id: ContactID, _ point: Point<PanelSpace>, _ visible: Rect<PanelSpace>
    ) -> [PressStep] {
        fingers[id] = point
        switch phase {
        case .aiming where kind == .loupe:
            guard !isOutside(point, visible), var aim else { return stop() }
            aim.follow(point, within: visible)
            return show(aim)
        case .aiming where point.distance(to: start) > Self.slopMillimetres * density:
            return stop() + [.giveBack(from: start, to: point)]
        case .joined(let second, _) where hasLeft(id) && (zooms || id == second):
            let pair = joined.map { PressingFinger(id: $0, start: $1, point: fingers[$0] ?? $1) }
            return stop() + (zooms ? [.zoom(pair.sorted { $0.id.number < $1.id.number })] : [])
        case .idle, .aiming, .joined, .spent: return []
        }
    }

    private mutating func lift(_ id: ContactID, _ time: Timestamp) -> [PressStep] {
        let (spot, before) = (aim?.spot, phase)
        let ended = stop()
        guard let spot else { return ended }
        switch before {
        case .aiming: return ended + [kind == .loupe ? .tap(spot) : .rightClick(spot)]
        case .joined(by: id, let since) where kind == .loupe && time.since(since) <= Self.longestTapMicroseconds:
            return ended + [.rightClick(spot)]
        case .idle, .joined, .spent: return ended
        }
    }

    private mutating func stop() -> [PressStep] {
        phase = fingers.isEmpty ? .idle : .spent
        guard aim != nil else { return [] }
        aim = nil
        return [.end]
    }

    /// Whether one of two fingers has moved since the second one came down.
    private func hasLeft(_ id: ContactID) -> Bool {
        guard let start = joined[id], let point = fingers[id] else { return false }
        return point.distance(to: start) > Self.slopMillimetres * density
    }

    private mutating func show(_ next: PressAim) -> [PressStep] {
        guard next != aim else { return [] }
        aim = next
        return [.aim(next)]
    }

    private func isOutside(_ point: Point<PanelSpace>, _ visible: Rect<PanelSpace>) -> Bool {
        let margin = Self.outsideMillimetres * density
        return point.x < Double(visible.x) - margin || point.x > Double(visible.maxX) + margin
            || point.y < Double(visible.y) - margin || point.y > Double(visible.maxY) + margin
    }
}

/// The spot that a finger aims at. The finger moves the spot finely, so the spot need not lie under the finger.
struct PressAim: Hashable, Sendable {
    private(set) var finger: Point<PanelSpace>
    /// A point on the snapshot.
    private(set) var spot: Point<PanelSpace>
    /// The distance from the snapshot's edges within which a finger carries the spot along, in panel pixels.
    private let band: Double

    /// The spot's movement as a share of the finger's.
    static let gain = 0.25
    private static let bandMillimetres = 8.0

    /// Aims at the finger's point, or at the nearest point of the visible part of the snapshot. `density` is in panel
    /// pixels per millimetre.
    init(at point: Point<PanelSpace>, within visible: Rect<PanelSpace>, density: Double) {
        finger = point
        spot = point
        band = Self.bandMillimetres * density
        follow(point, within: visible)
    }

    /// Moves the spot as the finger moves, within the visible part of the snapshot.
    ///
    /// Every visible point is within reach: when the finger gets to an edge, so does the spot.
    mutating func follow(_ point: Point<PanelSpace>, within visible: Rect<PanelSpace>) {
        spot = Point(
            x: moved(spot.x, finger.x, point.x, Double(visible.x), Double(visible.maxX)),
            y: moved(spot.y, finger.y, point.y, Double(visible.y), Double(visible.maxY)))
        finger = point
    }

    /// The spot's coordinate after the finger's coordinate has changed from one value to another.
    private func moved(_ spot: Double, _ from: Double, _ to: Double, _ low: Double, _ high: Double) -> Double {
        guard low < high else { return spot }
        // Distances from the edge that the finger moves towards.
        let place =
            to < from
            ? low + approach(spot - low, from - low, to - low) : high - approach(high - spot, high - from, high - to)
        return min(max(place, low), high.nextDown)
    }

    private func approach(_ spot: Double, _ from: Double, _ to: Double) -> Double {
        let border = min(from, max(to, band))
        let coarse = spot - (from - border) * Self.gain
        guard border > to, border > 0 else { return coarse }
        return coarse - (border - to) * max(Self.gain, coarse / border)
    }
}
