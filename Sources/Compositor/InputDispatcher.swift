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

    init(ports: CompositorPorts, painter: FramePainter, rules: [DeviceRule]) {
        self.ports = ports
        self.painter = painter
        router = InputRouter(rules: rules)
    }

    func dispatch(_ event: InputEvent) {
        for tap in taps.values { tap(event) }
        perform(router.route(event))
    }

    /// The screens have changed: positions mean something else from now on.
    func update(_ geometry: InputGeometry) {
        perform(router.update(geometry, at: ports.loop.now))
    }

    /// Ends every touch, key and button that is held.
    func cancelAll() {
        perform(router.cancelAll(at: ports.loop.now))
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

    private func perform(_ actions: [InputAction]) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .deliver(let input): ports.content.deliver(input)
            case .switchVT(let number): ports.session.switchVirtualTerminal(to: number)
            }
        }
        painter.contactsChanged(router.liveContacts.map(\.position))
        painter.cursorChanged()
    }
}
