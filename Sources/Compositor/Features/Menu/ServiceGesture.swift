import Geometry
import Mirroring

/// Watches the fingers on the panel for the gesture that opens the menu of a kiosk; the application receives the fingers too.
final class ServiceGesture: Feature {
    private let overlays: Overlays
    private let loop: any LoopPort
    private var hold: CornerHold?
    private var isAwaited = false
    private let input: InputDispatcher
    private let idle: IdleKeeper
    private let menu: MenuOverlay

    init(
        _ overlays: Overlays, _ input: InputDispatcher, _ idle: IdleKeeper, _ menu: MenuOverlay, _ loop: any LoopPort,
        _ configuration: KioskConfiguration
    ) {
        self.overlays = overlays
        self.input = input
        self.idle = idle
        self.menu = menu
        self.loop = loop
        use(configuration)
    }

    func use(_ next: Configuration, after old: Configuration) {
        if next.kiosk != old.kiosk { use(next.kiosk) }
    }

    private func use(_ configuration: KioskConfiguration) {
        let microseconds = configuration.isEnabled ? configuration.serviceHoldMicroseconds : 0
        hold = microseconds > 0 ? CornerHold(microseconds: microseconds) : nil
    }

    func hear(_ news: InputNews) {
        guard hold != nil, case .event(let event, let point) = news else { return }
        if let panel = overlays.panelSize { hold?.follow(panel, density: overlays.density) }
        switch event {
        case .touchDown(let device, let slot, _, let time), .touchMotion(let device, let slot, _, let time):
            guard let point else { return }
            hold?.moved(CornerHold.Finger(device: device, slot: slot), to: point, at: time)
        case .touchUp(let device, let slot, let time), .touchCancel(let device, let slot, let time):
            hold?.lifted(CornerHold.Finger(device: device, slot: slot), at: time)
        case .deviceRemoved(let device): hold?.removed(device, at: loop.now)
        default: return
        }
        awaitEnd()
    }

    /// Wakes up when the fingers have rested long enough; at most one wake-up is set.
    private func awaitEnd() {
        guard let due = hold?.due, !isAwaited else { return }
        isAwaited = true
        loop.schedule(afterMicroseconds: max(0, due.since(loop.now))) { [weak self] in
            guard let self else { return }
            isAwaited = false
            if hold?.timeUp(at: loop.now) == true { open() } else { awaitEnd() }
        }
    }

    private func open() {
        guard !input.isLocked else { return }
        // Cancels the fingers, so that they press nothing below them.
        input.cancelAll()
        idle.wake()
        _ = menu.open(isFocused: false)
    }
}

/// Recognizes one resting finger in each of the panel's upper corners, and no third finger anywhere.
///
/// Nobody holds fingers there by chance.
struct CornerHold: Hashable, Sendable {
    /// A finger of one touchscreen.
    struct Finger: Hashable, Sendable {
        let device: DeviceID
        let slot: Int32

        init(device: DeviceID, slot: Int32) {
            self.device = device
            self.slot = slot
        }
    }

    private enum Corner {
        case left, right
    }

    /// The length of a corner's sides.
    static let millimetres = 20.0
    /// The largest share of the panel's width that a corner takes.
    private static let largestShare = 0.25

    private let microseconds: Int64
    private var panel = Size<PanelSpace>.zero
    private var side = 0.0
    /// The fingers on the panel; nil for those outside of the corners.
    private var fingers: [Finger: Corner?] = [:]
    /// When both fingers will have rested for long enough; nil while they do not rest.
    private(set) var due: Timestamp?

    /// Both fingers must rest for `microseconds`.
    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Follows the panel, with its density in pixels per millimetre. After a change, a finger that is already down
    /// counts only once it moves.
    mutating func follow(_ panel: Size<PanelSpace>, density: Double) {
        let side = min(Self.millimetres * density, Double(panel.width) * Self.largestShare)
        guard panel != self.panel || side != self.side else { return }
        (self.panel, self.side) = (panel, side)
        fingers = [:]
        due = nil
    }

    /// Notes where a finger is, in panel pixels.
    mutating func moved(_ finger: Finger, to point: Point<PanelSpace>, at time: Timestamp) {
        guard fingers[finger] != .some(corner(at: point)) else { return }
        fingers[finger] = .some(corner(at: point))
        count(at: time)
    }

    /// Notes that a finger has been lifted or cancelled.
    mutating func lifted(_ finger: Finger, at time: Timestamp) {
        guard fingers.removeValue(forKey: finger) != nil else { return }
        count(at: time)
    }

    /// Notes that a touchscreen has gone.
    mutating func removed(_ device: DeviceID, at time: Timestamp) {
        fingers = fingers.filter { $0.key.device != device }
        count(at: time)
    }

    /// True once both fingers have rested for long enough; one must leave its corner before they count again.
    mutating func timeUp(at time: Timestamp) -> Bool {
        guard let due, due <= time else { return false }
        self.due = nil
        return true
    }

    private mutating func count(at time: Timestamp) {
        let held = fingers.values.compactMap(\.self)
        let isHeld = fingers.count == 2 && held.contains(.left) && held.contains(.right)
        due = isHeld ? time.adding(microseconds: microseconds) : nil
    }

    private func corner(at point: Point<PanelSpace>) -> Corner? {
        guard point.y < side else { return nil }
        if point.x < side { return .left }
        return point.x >= Double(panel.width) - side ? .right : nil
    }
}
