import Geometry
import Mirroring

/// A step of the pointer that fingers on the trackpad cause.
enum TrackpadStep: Hashable, Sendable {
    case move(RelativeMotion)
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case scroll(PointerAxis)
    case gesture(PointerGesture)
    /// Four fingers have tapped: switch to the controller's next mode.
    case nextMode
}

/// Turns the contacts on a panel into a pointer, as libinput does for touchpads.
///
/// Taps of one, two and three fingers click the left, right and middle button. A tap followed by a finger drags. Two
/// fingers scroll and pinch; three and more swipe.
///
/// Each press is followed by exactly one release, each beginning of a gesture by one end, and scrolling by one stop,
/// even when the contacts are cancelled. After each call `deadline` says when `timeUp` has to be called.
struct TrackpadGestures {
    private enum Phase: Hashable {
        case idle
        /// Fingers are down, and their gesture is not known yet.
        case touching
        case moving
        case scrolling
        case gesturing(PointerGesture.Kind)
        /// A tap has pressed the left button; a finger may follow.
        case tapped
        /// A finger is down after a tap, and has not moved.
        case touchingAgain
        case dragging
        /// A finger that dragged has been lifted, and may go on.
        case resting
        /// The fingers that are down do nothing any more.
        case spent
    }

    private var phase = Phase.idle
    private var fingers: [ContactID: Point<PanelSpace>] = [:]
    /// The fingers when one last came or went.
    private var start = FingerGroup.none
    /// The fingers at the last event.
    private var last = FingerGroup.none
    private var began = Timestamp(microseconds: 0)
    private var lastMotion = Timestamp(microseconds: 0)
    /// The most fingers at once since the first one came down.
    private var most = 0
    private let speed: TrackpadSpeed
    /// When `timeUp` is due; nil for never.
    private(set) var deadline: Timestamp?

    // As libinput's defaults.
    private static let longestTapMicroseconds: Int64 = 180_000
    private static let dragMicroseconds: Int64 = 180_000
    private static let lockMicroseconds: Int64 = 300_000

    init(_ speed: TrackpadSpeed) {
        self.speed = speed
    }

    mutating func take(_ input: OverlayInput) -> [TrackpadStep] {
        switch input {
        case .down(let id, _, let point, let time): point.isFinite ? down(id, point, time) : []
        case .motion(let id, let point, let time): point.isFinite ? move(id, point, time) : []
        case .up(let id, let time): fingers.removeValue(forKey: id) == nil ? [] : up(time)
        case .cancel(let id): fingers.removeValue(forKey: id) == nil || !fingers.isEmpty ? [] : end()
        case .hover, .hoverEnded, .scroll, .key: []
        }
    }

    /// Reports that the time in `deadline` has come.
    mutating func timeUp(at now: Timestamp) -> [TrackpadStep] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        switch phase {
        case .tapped, .resting: return end()
        default: return []
        }
    }

    /// Releases everything that is held; fingers that are down do nothing any more.
    mutating func end() -> [TrackpadStep] {
        defer {
            phase = fingers.isEmpty ? .idle : .spent
            deadline = nil
        }
        switch phase {
        case .tapped, .touchingAgain, .dragging, .resting: return [.button(PointerButton.left, pressed: false)]
        case .scrolling: return [.scroll(PointerAxis(source: .finger, stopsX: true, stopsY: true))]
        case .gesturing: return [.gesture(.end(isCancelled: true))]
        case .idle, .touching, .moving, .spent: return []
        }
    }

    private mutating func down(_ id: ContactID, _ point: Point<PanelSpace>, _ time: Timestamp) -> [TrackpadStep] {
        fingers[id] = point
        if fingers.count == 1 {
            (began, most) = (time, 1)
            deadline = nil
            switch phase {
            case .tapped: phase = .touchingAgain
            case .resting: phase = .dragging
            default: phase = .touching
            }
        } else {
            most = max(most, fingers.count)
            if phase == .moving { phase = .touching }
        }
        regroup(time)
        return []
    }

    private mutating func move(_ id: ContactID, _ point: Point<PanelSpace>, _ time: Timestamp) -> [TrackpadStep] {
        guard fingers[id] != nil else { return [] }
        fingers[id] = point
        let now = FingerGroup(fingers.values)
        var steps: [TrackpadStep] = []
        if phase == .touching || phase == .touchingAgain {
            guard let next = meaning(of: now) else { return [] }
            phase = next
            if case .gesturing(let kind) = next { steps.append(.gesture(.begin(kind, fingers: fingers.count))) }
            // The movement so far is dropped: making up for it would let the pointer jump.
            (start, last, lastMotion) = (now, now, time)
            return steps
        }
        defer { (last, lastMotion) = (now, time) }
        let (dx, dy) = (now.middle.x - last.middle.x, now.middle.y - last.middle.y)
        switch phase {
        case .moving, .dragging:
            return [.move(speed.motion(dx, dy, microseconds: time.since(lastMotion)))]
        case .scrolling:
            // The content follows the fingers.
            return [.scroll(PointerAxis(source: .finger, dx: -dx * speed.gain, dy: -dy * speed.gain))]
        case .gesturing(let kind):
            let motion = speed.motion(dx, dy, microseconds: time.since(lastMotion))
            let movement = GestureMovement(
                dx: motion.dx, dy: motion.dy, scale: kind == .pinch ? now.spread / max(1, start.spread) : 1)
            return [.gesture(.update(movement))]
        case .idle, .touching, .tapped, .touchingAgain, .resting, .spent:
            return []
        }
    }

    /// The gesture of fingers that have moved; nil while they rest.
    private func meaning(of now: FingerGroup) -> Phase? {
        let (moved, spread) = (now.middle.distance(to: start.middle), abs(now.spread - start.spread))
        if phase == .touchingAgain { return moved > speed.slop ? .dragging : nil }
        switch fingers.count {
        case 1:
            return moved > speed.slop ? .moving : nil
        case 2:
            if spread > speed.slop, spread > moved { return .gesturing(.pinch) }
            return moved > speed.slop ? .scrolling : nil
        default:
            return moved > speed.slop ? .gesturing(.swipe) : nil
        }
    }

    private mutating func up(_ time: Timestamp) -> [TrackpadStep] {
        regroup(time)
        guard fingers.isEmpty else {
            switch phase {
            case .scrolling, .gesturing: return finish()
            default: return []
            }
        }
        let isTap = time.since(began) <= Self.longestTapMicroseconds
        switch phase {
        case .touching where isTap && most == 1:
            (phase, deadline) = (.tapped, time.adding(microseconds: Self.dragMicroseconds))
            return [.button(PointerButton.left, pressed: true)]
        case .touching where isTap && most <= 3:
            phase = .idle
            let code = most == 2 ? PointerButton.right : PointerButton.middle
            return [.button(code, pressed: true), .button(code, pressed: false)]
        case .touching where isTap && most == 4:
            phase = .idle
            return [.nextMode]
        case .touchingAgain where isTap:
            // The second tap of a double click, or of more.
            (phase, deadline) = (.tapped, time.adding(microseconds: Self.dragMicroseconds))
            return [.button(PointerButton.left, pressed: false), .button(PointerButton.left, pressed: true)]
        case .dragging:
            (phase, deadline) = (.resting, time.adding(microseconds: Self.lockMicroseconds))
            return []
        case .scrolling, .gesturing:
            return finish()
        case .idle, .touching, .moving, .tapped, .touchingAgain, .resting, .spent:
            return end()
        }
    }

    /// Ends scrolling or a gesture as its fingers leave.
    private mutating func finish() -> [TrackpadStep] {
        let steps = end()
        return steps.map { $0 == .gesture(.end(isCancelled: true)) ? .gesture(.end(isCancelled: false)) : $0 }
    }

    private mutating func regroup(_ time: Timestamp) {
        start = FingerGroup(fingers.values)
        (last, lastMotion) = (start, time)
    }
}

/// How fast the pointer moves for a finger's speed: slow fingers move it precisely, fast ones far.
struct TrackpadSpeed: Hashable, Sendable {
    /// Content pixels per panel pixel at medium speed.
    let gain: Double
    private let pixelsPerMillimetre: Double

    init(gain: Double, pixelsPerMillimetre: Double) {
        self.gain = gain
        self.pixelsPerMillimetre = max(pixelsPerMillimetre, 0.1)
    }

    /// The least movement of fingers that are not at rest, in panel pixels.
    var slop: Double { Self.slopMillimetres * pixelsPerMillimetre }

    /// The pointer's movement in content pixels for a finger's movement in panel pixels.
    func motion(_ dx: Double, _ dy: Double, microseconds: Int64) -> RelativeMotion {
        let seconds = Double(max(1000, microseconds)) / 1_000_000
        let speed = (dx * dx + dy * dy).squareRoot() / pixelsPerMillimetre / seconds
        let factor = gain * Self.factor(speed)
        return RelativeMotion(
            dx: dx * factor, dy: dy * factor, unacceleratedDX: dx * gain, unacceleratedDY: dy * gain)
    }

    private static let slopMillimetres = 1.3
    /// Factors at speeds in millimetres a second, interpolated linearly; as steep as libinput's for touchpads.
    private static let profile: [(speed: Double, factor: Double)] = [(10, 0.3), (60, 1), (250, 1.8)]

    private static func factor(_ speed: Double) -> Double {
        guard let first = profile.first, let last = profile.last, speed > first.speed else { return profile[0].factor }
        for (low, high) in zip(profile, profile.dropFirst()) where speed <= high.speed {
            return low.factor + (high.factor - low.factor) * (speed - low.speed) / (high.speed - low.speed)
        }
        return last.factor
    }
}
