import Geometry
import Mirroring

/// The meaning of the fingers on the controller's view.
enum ViewGesture: Hashable, Sendable {
    /// The picture follows the fingers.
    case follow(ControllerZoom)
    /// The fingers have released the picture at this zoom and speed.
    case release(ControllerZoom, PanelVelocity)
    /// Two fingers have tapped twice at this point: switch between fit and the last zoom.
    case toggle(Point<PanelSpace>)
    /// Four fingers have tapped: switch to the next mode.
    case nextMode
    /// Three fingers have swiped sideways: go back this many windows in the order of use.
    case switchWindow(Int)
}

/// Recognises the gestures of the contacts on the controller's view.
///
/// The gestures are pinches, drags, flings, double taps of two fingers, swipes of three and taps of four. The point of
/// the content under the fingers' middle stays there. Each series of `follow` ends with exactly one `release`, even
/// when the contacts are cancelled. Swiping fingers move nothing, and switch windows at most once, until all of them
/// are lifted.
struct ViewGestures {
    /// The fingers as they were when one of them last came or went.
    private struct Grip {
        /// The content's point under the fingers' middle.
        let anchor: Point<ContentSpace>
        let fingers: FingerGroup
        let points: [ContactID: Point<PanelSpace>]
        let factor: Double
    }

    private enum Swipe: Hashable {
        case none
        /// Three fingers move sideways, not far yet.
        case begun
        /// The fingers do nothing any more.
        case ended
    }

    private struct Tap {
        let point: Point<PanelSpace>
        let time: Timestamp
    }

    private var fingers: [ContactID: Point<PanelSpace>] = [:]
    private var grip: Grip?
    private var followed: ControllerZoom?
    private var track = VelocityTrack()
    /// When the first finger came down, and the most fingers at once since then.
    private var began: (time: Timestamp, most: Int)?
    private var lastTap: Tap?
    private var swipe = Swipe.none

    /// The least movement of fingers that are not at rest, in panel pixels.
    static let slop = 10.0
    static let longestTapMicroseconds: Int64 = 300_000
    static let doubleTapMicroseconds: Int64 = 400_000
    static let doubleTapDistance = 80.0
    /// The length of a swipe of three fingers, as a share of the panel's width.
    ///
    /// If one finger moves by `loneShare` while another rests, the three do not swipe.
    static let swipeShare = 0.08
    static let loneShare = 0.25

    init() {}

    /// Whether fingers are on the view.
    var isHolding: Bool { !fingers.isEmpty }

    /// Takes a contact's event; `zoom` is the present zoom, and `fit` the viewport that shows all of the content.
    mutating func take(
        _ input: OverlayInput, _ zoom: ControllerZoom, fit: PanelViewport
    ) -> [ViewGesture] {
        switch input {
        case .down(let id, _, let point, let time):
            guard point.isFinite else { return [] }
            fingers[id] = point
            if swipe == .begun { swipe = .ended }
            began = (began?.time ?? time, max(began?.most ?? 0, fingers.count))
            takeHold(followed ?? zoom, fit)
            return []
        case .motion(let id, let point, let time):
            guard point.isFinite, fingers.updateValue(point, forKey: id) != nil else {
                fingers[id] = nil
                return []
            }
            return follow(fit, time)
        case .up(let id, let time):
            guard fingers.removeValue(forKey: id) != nil else { return [] }
            guard fingers.isEmpty else {
                if swipe == .begun { swipe = .ended }
                takeHold(followed ?? zoom, fit)
                return []
            }
            return lift(time)
        case .cancel(let id):
            guard fingers.removeValue(forKey: id) != nil else { return [] }
            if swipe == .begun { swipe = .ended }
            guard fingers.isEmpty else { return [] }
            (began, swipe) = (nil, .none)
            return release(.zero)
        case .hover, .hoverEnded, .scroll, .key:
            return []
        }
    }

    private mutating func takeHold(_ zoom: ControllerZoom, _ fit: PanelViewport) {
        let group = FingerGroup(fingers.values)
        grip = Grip(
            anchor: fit.zoomed(zoom).externalPoint(at: group.middle), fingers: group, points: fingers,
            factor: zoom.factor)
        track = VelocityTrack()
    }

    private mutating func follow(_ fit: PanelViewport, _ time: Timestamp) -> [ViewGesture] {
        // With all of the content in sight, one finger has nothing to pan.
        guard let grip, swipe != .ended, fingers.count > 1 || grip.factor > 1 else { return [] }
        let (old, now) = (grip.fingers, FingerGroup(fingers.values))
        if followed == nil {
            if fingers.count == 3, mayBeSwipe(from: grip, fit) { return swiped(now.middle.x - old.middle.x, fit) }
            let isAtRest =
                now.middle.distance(to: old.middle) <= Self.slop && abs(now.spread - old.spread) <= Self.slop / 2
            if isAtRest { return [] }
        }
        track.add(now.middle, time)
        let factor = old.spread > 0 ? grip.factor * now.spread / old.spread : grip.factor
        let next = fit.zoom(factor, showing: grip.anchor, at: now.middle, edges: .rubber)
        guard next != followed else { return [] }
        followed = next
        return [.follow(next)]
    }

    /// Whether three fingers swipe, or may still turn out to swipe.
    private mutating func mayBeSwipe(from grip: Grip, _ fit: PanelViewport) -> Bool {
        if swipe == .begun { return true }
        let moves = fingers.map { id, point in
            let start = grip.points[id] ?? point
            return (x: point.x - start.x, y: point.y - start.y)
        }
        let lengths = moves.map { max(abs($0.x), abs($0.y)) }
        // Devices report one finger after the other.
        guard lengths.allSatisfy({ $0 >= Self.slop / 2 }) else {
            return !lengths.contains { $0 > Self.loneShare * Double(fit.panel.width) }
        }
        let isSideways = moves.allSatisfy { abs($0.x) > abs($0.y) && ($0.x > 0) == (moves[0].x > 0) }
        if isSideways { swipe = .begun }
        return isSideways
    }

    private mutating func swiped(_ distance: Double, _ fit: PanelViewport) -> [ViewGesture] {
        guard swipe == .begun, abs(distance) >= Self.swipeShare * Double(fit.panel.width) else { return [] }
        swipe = .ended
        return [.switchWindow(distance > 0 ? 1 : -1)]
    }

    /// Ends the gesture after the last finger is lifted.
    private mutating func lift(_ time: Timestamp) -> [ViewGesture] {
        defer { (began, swipe) = (nil, .none) }
        guard swipe == .none else {
            (lastTap, grip) = (nil, nil)
            return []
        }
        if followed != nil { return release(track.velocity(at: time)) }
        guard isTap(of: 2, at: time), let grip else {
            lastTap = nil
            return isTap(of: 4, at: time) ? [.nextMode] : []
        }
        let tap = Tap(point: grip.fingers.middle, time: time)
        if let last = lastTap, time.since(last.time) <= Self.doubleTapMicroseconds,
            last.point.distance(to: tap.point) <= Self.doubleTapDistance
        {
            lastTap = nil
            return [.toggle(tap.point)]
        }
        lastTap = tap
        return []
    }

    private func isTap(of fingers: Int, at time: Timestamp) -> Bool {
        began.map { $0.most == fingers && time.since($0.time) <= Self.longestTapMicroseconds } ?? false
    }

    private mutating func release(_ velocity: PanelVelocity) -> [ViewGesture] {
        defer {
            followed = nil
            grip = nil
        }
        lastTap = nil
        return followed.map { [.release($0, velocity)] } ?? []
    }
}

/// Several fingers on the panel as one.
struct FingerGroup: Hashable, Sendable {
    let middle: Point<PanelSpace>
    /// The fingers' mean distance from the middle; 0 for a single one.
    let spread: Double

    /// No fingers; the middle is the origin.
    static let none = FingerGroup([])

    init(_ points: some Collection<Point<PanelSpace>>) {
        let (middle, count) = (Point.middle(of: points), Double(max(1, points.count)))
        self.middle = middle
        spread = points.reduce(0) { $0 + $1.distance(to: middle) } / count
    }
}
