import Geometry
import Mirroring

/// Routes device events to the content, and the few that are the service's own to where they belong.
final class InputDispatcher {
    private let ports: CompositorPorts
    private let painter: FramePainter
    private var router: InputRouter
    /// Those who record the panel's input, by a number of their own.
    private var taps: [Int: (InputEvent) -> Void] = [:]
    private var nextTap = 0
    /// Contacts that were handed to the content, and how many of them ended in a cancel.
    private(set) var touches = 0
    private(set) var touchesCancelled = 0

    /// The devices present, in the order in which they came.
    private(set) var devices: [DeviceDescription] = []

    /// Told how many live contacts were cancelled at once.
    var cancelled: (Int) -> Void = { _ in }

    init(ports: CompositorPorts, painter: FramePainter, rules: [DeviceRule]) {
        self.ports = ports
        self.painter = painter
        router = InputRouter(rules: rules)
    }

    func dispatch(_ event: InputEvent) {
        for tap in taps.values { tap(event) }
        noteDevices(event)
        let live = router.liveContacts.count
        perform(router.route(event), live: live)
    }

    /// The content keeps the pointer at this point.
    func pointerHeld(at point: Point<ExternalSpace>) {
        router.pointerHeld(at: point)
    }

    /// The screens have changed: positions mean something else from now on.
    func update(_ geometry: InputGeometry) {
        perform(router.update(geometry, at: ports.loop.now), live: 0)
    }

    /// Ends every touch, key and button that is held.
    func cancelAll() {
        let live = router.liveContacts.count
        perform(router.cancelAll(at: ports.loop.now), live: live)
    }

    /// Calls `body` with every device event from now on, until `removeTap`.
    func addTap(_ body: @escaping (InputEvent) -> Void) -> Int {
        nextTap += 1
        taps[nextTap] = body
        return nextTap
    }

    func removeTap(_ number: Int) {
        taps[number] = nil
    }

    /// `live` is how many contacts there were before.
    private func perform(_ actions: [InputAction], live: Int) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .deliver(let input):
                count(input, live: live)
                ports.content.deliver(input)
            case .switchVT(let number): ports.session.switchVirtualTerminal(to: number)
            }
        }
        painter.content.contactsChanged(router.liveContacts.map(\.position))
        painter.content.cursorChanged()
    }

    private func count(_ input: ContentInput, live: Int) {
        switch input {
        case .touchDown: touches += 1
        case .touchCancel where live > 0:
            touchesCancelled += live
            cancelled(live)
        default: break
        }
    }

    private func noteDevices(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device):
            devices.removeAll { $0.id == device.id }
            devices.append(device)
        case .deviceRemoved(let id): devices.removeAll { $0.id == id }
        default: break
        }
    }
}
