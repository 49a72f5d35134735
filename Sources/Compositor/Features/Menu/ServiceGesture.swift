import Geometry
import Mirroring

/// Hears of the gesture of service staff.
protocol ServiceGestureObserver: AnyObject {
    func serviceAsked()
}

/// Watches the fingers on the panel for the gesture that opens the menu of a kiosk; they go to the application all the same.
final class ServiceGesture {
    private let overlays: Overlays
    private let loop: any LoopPort
    private var hold: CornerHold?
    private var isAwaited = false
    weak var observer: (any ServiceGestureObserver)?

    init(_ overlays: Overlays, _ loop: any LoopPort, _ configuration: KioskConfiguration) {
        self.overlays = overlays
        self.loop = loop
        use(configuration)
    }

    func use(_ configuration: KioskConfiguration) {
        let microseconds = configuration.isEnabled ? configuration.serviceHoldMicroseconds : 0
        hold = microseconds > 0 ? CornerHold(microseconds: microseconds) : nil
    }

    /// Notes an event of a device; `point` is where on the panel a finger is by that, nil where that is not on the panel.
    func watch(_ event: InputEvent, at point: Point<PanelSpace>?) {
        guard hold != nil else { return }
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
            if hold?.timeUp(at: loop.now) == true { observer?.serviceAsked() } else { awaitEnd() }
        }
    }
}
