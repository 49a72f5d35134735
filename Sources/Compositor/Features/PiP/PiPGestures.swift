import Geometry
import Mirroring

/// The touch targets of the picture, in panel pixels.
struct PiPTargets: Hashable, Sendable {
    var picture: Rect<PanelSpace>
    /// The tab of a hidden picture; nil while the picture is shown.
    var tab: Rect<PanelSpace>?
    /// The visible buttons.
    var buttons: [PiPButton: Rect<PanelSpace>]
    /// Whether input inside the picture goes to its source, except on the rim and on buttons.
    var isForwarding: Bool

    init(
        picture: Rect<PanelSpace>, tab: Rect<PanelSpace>? = nil, buttons: [PiPButton: Rect<PanelSpace>] = [:],
        isForwarding: Bool = false
    ) {
        self.picture = picture
        self.tab = tab
        self.buttons = buttons
        self.isForwarding = isForwarding
    }

    /// The width of the rim by which a forwarding picture is moved.
    static let rim = 14

    /// The target under a point; nil outside the picture.
    func hit(_ point: Point<PanelSpace>) -> PiPHit? {
        if let tab { return tab.contains(point) ? .tab : nil }
        for (button, place) in buttons where place.contains(point) { return .button(button) }
        guard picture.contains(point) else { return nil }
        if isForwarding, inner.contains(point) { return .source }
        return .picture
    }

    /// The points that belong to the picture itself: a tab, or the picture and its buttons.
    var own: Region<PanelSpace> {
        if let tab { return Region(tab) }
        return Region(picture).subtracting(forwarded)
    }

    /// The points that belong to the picture's source.
    var forwarded: Region<PanelSpace> {
        guard isForwarding, tab == nil else { return Region() }
        return Region(inner).subtracting(Region(buttons.values))
    }

    private var inner: Rect<PanelSpace> {
        Rect(
            left: picture.x + Self.rim, top: picture.y + Self.rim, right: picture.maxX - Self.rim,
            bottom: picture.maxY - Self.rim)
    }
}

/// The part of the picture under a point.
enum PiPHit: Hashable, Sendable {
    case picture
    case tab
    case button(PiPButton)
    /// The inside of a picture that forwards its input.
    case source
}

/// A button on the picture.
enum PiPButton: String, Hashable, Sendable, CaseIterable {
    case close
    case restore
    case skipBack = "skip-back"
    case playPause = "play-pause"
    case skipForward = "skip-forward"
}

/// A finger or a pointer's button on the picture, numbered by the caller; no two that are down share a number.
struct PiPContact: Hashable, Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

/// The meaning of the fingers on the picture.
enum PiPGesture: Hashable, Sendable {
    /// The picture was touched: show its buttons.
    case touched
    /// The picture follows the fingers to this rectangle.
    case follow(Rect<PanelSpace>)
    /// The fingers have released the picture at this rectangle and speed.
    case letGo(Rect<PanelSpace>, PanelVelocity)
    case doubleTap
    case tabTap
    case button(PiPButton)
}

/// Recognises drags, flings, pinches and taps from the contacts on the picture.
///
/// One contact drags, two pinch; further ones are ignored. Each series of `follow` ends with exactly one `letGo`, even
/// when the contacts are cancelled.
struct PiPGestures {
    private struct Finger {
        let contact: PiPContact
        let hit: PiPHit
        let start: Point<PanelSpace>
        let startTime: Timestamp
        var position: Point<PanelSpace>
    }

    private enum Grip {
        case none
        /// One finger drags the picture, which was at `rect` when the finger was at `from`.
        case drag(from: Point<PanelSpace>, rect: Rect<PanelSpace>)
        /// Two fingers pinch the picture, which was `width` wide when they were `distance` apart.
        ///
        /// The point between the fingers was at the anchor, in shares of the picture.
        case pinch(distance: Double, width: Int, anchorX: Double, anchorY: Double)
    }

    private var fingers: [Finger] = []
    private var grip = Grip.none
    /// The picture's rectangle when the first finger came down; it may have been moving.
    private var grabbed = Rect<PanelSpace>.zero
    private var current: Rect<PanelSpace>?
    private var track = VelocityTrack()
    private var lastTap: (time: Timestamp, point: Point<PanelSpace>)?

    /// A finger that moves less than this counts as at rest, in panel pixels.
    static let slop = 10.0
    static let doubleTapMicroseconds: Int64 = 300_000
    static let doubleTapDistance = 48.0
    static let longestTapMicroseconds: Int64 = 400_000

    init() {}

    /// The rectangle to which the fingers have moved the picture; nil while they do not move it.
    var followed: Rect<PanelSpace>? { current }

    /// Takes the press of a finger or button; `targets` says what lies under it.
    mutating func down(
        _ contact: PiPContact, at point: Point<PanelSpace>, _ time: Timestamp, on targets: PiPTargets
    ) -> [PiPGesture] {
        guard point.isFinite, fingers.count < 2, !fingers.contains(where: { $0.contact == contact }),
            let hit = targets.hit(point)
        else { return [] }
        if fingers.isEmpty { grabbed = targets.picture }
        fingers.append(Finger(contact: contact, hit: hit, start: point, startTime: time, position: point))
        guard targets.tab == nil else { return [] }
        if fingers.count == 2, fingers.allSatisfy({ $0.hit == .picture || $0.hit == .source }) {
            beginPinch(targets.picture)
        }
        return [.touched]
    }

    mutating func motion(
        _ contact: PiPContact, at point: Point<PanelSpace>, _ time: Timestamp, placement: PiPPlacement
    ) -> [PiPGesture] {
        guard point.isFinite, let index = fingers.firstIndex(where: { $0.contact == contact }) else { return [] }
        fingers[index].position = point
        switch grip {
        case .none:
            guard fingers.count == 1, fingers[0].hit == .picture, hasMoved(fingers[0]) else { return [] }
            grip = .drag(from: fingers[0].start, rect: grabbed)
            fallthrough
        case .drag:
            track.add(point, time)
            return follow(drag(to: point, placement))
        case .pinch(let distance, let width, let anchorX, let anchorY):
            return follow(pinch(distance, width, anchorX, anchorY, placement))
        }
    }

    mutating func up(_ contact: PiPContact, _ time: Timestamp) -> [PiPGesture] {
        guard let index = fingers.firstIndex(where: { $0.contact == contact }) else { return [] }
        let finger = fingers.remove(at: index)
        if let rect = current {
            let velocity = isDragging ? track.velocity(at: time) : .zero
            finish()
            return [.letGo(rect, velocity)]
        }
        finish()
        return fingers.isEmpty ? tap(finger, time) : []
    }

    /// Cancels the contacts; the picture settles where it is.
    mutating func cancel() -> [PiPGesture] {
        fingers = []
        lastTap = nil
        defer { finish() }
        return current.map { [.letGo($0, .zero)] } ?? []
    }

    private var isDragging: Bool {
        if case .drag = grip { true } else { false }
    }

    private func hasMoved(_ finger: Finger) -> Bool {
        finger.start.distance(to: finger.position) > Self.slop
    }

    /// Ends the gesture; the finger that is left after a pinch does not start a drag.
    private mutating func finish() {
        grip = .none
        current = nil
        track = VelocityTrack()
        fingers = fingers.map {
            Finger(contact: $0.contact, hit: .source, start: $0.start, startTime: $0.startTime, position: $0.position)
        }
    }

    private mutating func follow(_ rect: Rect<PanelSpace>) -> [PiPGesture] {
        guard rect != current else { return [] }
        current = rect
        return [.follow(rect)]
    }

    private mutating func tap(_ finger: Finger, _ time: Timestamp) -> [PiPGesture] {
        guard !hasMoved(finger) else { return [] }
        switch finger.hit {
        case .tab: return [.tabTap]
        case .button(let button): return [.button(button)]
        case .source: return []
        case .picture: break
        }
        guard time.since(finger.startTime) <= Self.longestTapMicroseconds else { return [] }
        if let last = lastTap, time.since(last.time) <= Self.doubleTapMicroseconds,
            last.point.distance(to: finger.position) <= Self.doubleTapDistance
        {
            lastTap = nil
            return [.doubleTap]
        }
        lastTap = (time, finger.position)
        return []
    }

    private func drag(to point: Point<PanelSpace>, _ placement: PiPPlacement) -> Rect<PanelSpace> {
        guard case .drag(let from, let rect) = grip else { return placement.shownRect }
        let (dx, dy) = ((point.x - from.x).rounded(), (point.y - from.y).rounded())
        return placement.reachable(rect.offset(x: Int(clamping: dx), y: Int(clamping: dy)))
    }

    private mutating func beginPinch(_ picture: Rect<PanelSpace>) {
        let rect = current ?? picture
        let middle = Point.middle(of: [fingers[0].position, fingers[1].position])
        grip = .pinch(
            distance: max(1, fingers[0].position.distance(to: fingers[1].position)), width: rect.width,
            anchorX: (middle.x - Double(rect.x)) / Double(max(1, rect.width)),
            anchorY: (middle.y - Double(rect.y)) / Double(max(1, rect.height)))
    }

    private func pinch(
        _ distance: Double, _ width: Int, _ anchorX: Double, _ anchorY: Double, _ placement: PiPPlacement
    ) -> Rect<PanelSpace> {
        guard fingers.count == 2 else { return placement.shownRect }
        let spread = fingers[0].position.distance(to: fingers[1].position)
        let size = placement.size(ofWidth: width, pinchedBy: spread / distance)
        let middle = Point.middle(of: [fingers[0].position, fingers[1].position])
        let corner = middle.offset(x: -anchorX * Double(size.width), y: -anchorY * Double(size.height))
        return placement.reachable(
            Rect(
                x: Int(clamping: corner.x.rounded()), y: Int(clamping: corner.y.rounded()), width: size.width,
                height: size.height))
    }
}
