import Mirroring

/// What a trackpad needs of the service.
protocol TrackpadHost: AnyObject {
    /// Sets whether fingers can take hold of the trackpad.
    func setTrackpadInput(_ isTaken: Bool)
    /// Routes what the trackpad makes of the fingers, as a device's event.
    func routeTrackpad(_ event: InputEvent)
}

/// The panel as a trackpad: turns fingers into the events of a pointing device of its own.
final class ControllerTrackpad {
    private unowned let host: any TrackpadHost
    private let loop: any LoopPort
    private var gestures: TrackpadGestures?
    private var speed: TrackpadSpeed?

    /// No device of the machine has this number.
    static let device = DeviceID(.min)

    init(_ host: any TrackpadHost, loop: any LoopPort) {
        self.host = host
        self.loop = loop
    }

    /// Works with this speed from now on, or with nil not at all.
    func use(_ next: TrackpadSpeed?) {
        guard next != speed else { return }
        let isOther = (next == nil) != (speed == nil)
        perform(gestures?.end() ?? [])
        speed = next
        gestures = next.map(TrackpadGestures.init)
        guard isOther else { return }
        host.setTrackpadInput(next != nil)
        host.routeTrackpad(
            next == nil
                ? .deviceRemoved(Self.device)
                : .deviceAdded(
                    DeviceDescription(id: Self.device, name: "panel as a trackpad", capabilities: [.pointer])))
    }

    private func perform(_ steps: [TrackpadStep]) {
        for step in steps { host.routeTrackpad(step.event(of: Self.device, at: loop.now)) }
    }

    private func awaitDeadline() {
        guard let due = gestures?.deadline else { return }
        loop.schedule(afterMicroseconds: max(0, due.since(loop.now))) { [weak self] in
            guard let self else { return }
            perform(gestures?.timeUp(at: loop.now) ?? [])
        }
    }
}

extension ControllerTrackpad: OverlayInputSink {
    func take(_ input: OverlayInput) {
        perform(gestures?.take(input) ?? [])
        awaitDeadline()
    }
}

extension TrackpadStep {
    fileprivate func event(of device: DeviceID, at time: Timestamp) -> InputEvent {
        switch self {
        case .move(let motion): .pointerMotion(device, motion, time)
        case .button(let code, let pressed): .pointerButton(device, button: code, pressed: pressed, time)
        case .scroll(let axis): .pointerAxis(device, axis, time)
        case .gesture(let gesture): .pointerGesture(device, gesture, time)
        }
    }
}
