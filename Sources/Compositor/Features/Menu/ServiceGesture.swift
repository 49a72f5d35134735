import Geometry
import Mirroring

/// Watches the fingers on the panel for the gesture that opens the menu of a kiosk; they go to the application all the same.
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
        // The fingers have done their work: what lies under them is not to be pressed.
        input.cancelAll()
        idle.wake()
        _ = menu.open(isFocused: false)
    }
}
