import Mirroring

/// The panel as a trackpad: turns fingers into the events of a pointing device of its own.
final class ControllerTrackpad {
    private let overlays: Overlays
    private let input: InputDispatcher
    private let loop: any LoopPort
    /// Switches to the controller's next mode.
    var switchMode: () -> Void = {}
    private var gestures: TrackpadGestures?
    private var speed: TrackpadSpeed?

    init(_ overlays: Overlays, _ input: InputDispatcher, loop: any LoopPort) {
        self.overlays = overlays
        self.input = input
        self.loop = loop
    }

    /// Sets the speed from now on; nil turns the trackpad off.
    func use(_ next: TrackpadSpeed?) {
        guard next != speed else { return }
        let isOther = (next == nil) != (speed == nil)
        perform(gestures?.end() ?? [])
        speed = next
        gestures = next.map(TrackpadGestures.init)
        guard isOther else { return }
        overlays.setFingers(on: .trackpad, sink: next == nil ? nil : self)
        input.route(
            next == nil
                ? .deviceRemoved(DeviceID.trackpad)
                : .deviceAdded(
                    DeviceDescription(id: DeviceID.trackpad, name: "panel as a trackpad", capabilities: [.pointer])))
    }

    private func perform(_ steps: [TrackpadStep]) {
        for step in steps {
            switch step {
            case .move(let motion): route(.pointerMotion(DeviceID.trackpad, motion, loop.now))
            case .button(let code, let pressed):
                route(.pointerButton(DeviceID.trackpad, button: code, pressed: pressed, loop.now))
            case .scroll(let axis): route(.pointerAxis(DeviceID.trackpad, axis, loop.now))
            case .gesture(let gesture): route(.pointerGesture(DeviceID.trackpad, gesture, loop.now))
            case .nextMode: switchMode()
            }
        }
    }

    private func route(_ event: InputEvent) {
        input.route(event)
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
