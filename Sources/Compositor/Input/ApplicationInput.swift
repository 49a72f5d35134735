import Geometry
import Mirroring

/// One application's input: its router, and counters of what was delivered.
final class ApplicationInput {
    private let port: any ContentPort
    private let painter: ContentPainter
    private var router: InputRouter
    /// Contacts delivered to the application, and how many of them were cancelled.
    private(set) var touches = 0
    private(set) var touchesCancelled = 0

    /// Called with the number of live contacts that were cancelled at once.
    var cancelled: (Int) -> Void = { _ in }
    /// Called with the virtual terminal that the user asks for.
    var terminalAsked: (Int) -> Void = { _ in }

    init(_ port: any ContentPort, painter: ContentPainter, rules: [DeviceRule]) {
        self.port = port
        self.painter = painter
        router = InputRouter(rules: rules)
        painter.heldPointer = { [unowned self] in router.pointerHeld(at: $0) }
    }

    /// Applies other device rules; call `cancelAll` before.
    func use(_ mapping: DeviceMapping) {
        router.use(mapping)
    }

    /// Where the pointer is on the panel, or would be if it came to the application.
    var pointerPlace: Point<PanelSpace> {
        router.geometry.viewport?.panelPoint(of: router.pointerPlace) ?? Point(x: 0, y: 0)
    }

    var holdsPointer: Bool { port.holdsPointer }

    func route(_ event: InputEvent) {
        let live = router.liveContacts.count
        perform(router.route(event), live: live)
    }

    /// Applies changed screens: positions map differently from now on.
    func update(_ geometry: InputGeometry, at time: Timestamp) {
        guard geometry != router.geometry else { return }
        perform(router.update(geometry, at: time), live: 0)
    }

    /// Ends every touch, key and button that is held.
    func cancelAll(at time: Timestamp) {
        let live = router.liveContacts.count
        perform(router.cancelAll(at: time), live: live)
    }

    /// Reports that the pointer has moved to an overlay.
    func pointerLeft() {
        perform(router.pointerLeft(), live: 0)
    }

    /// Reports that the pointer has come back at a point of the panel.
    func pointerCame(to point: Point<PanelSpace>) {
        guard let viewport = router.geometry.viewport else { return }
        router.pointerHeld(at: viewport.externalPoint(at: point))
    }

    /// `live` is the number of contacts before the actions.
    private func perform(_ actions: [InputAction], live: Int) {
        guard !actions.isEmpty else { return }
        for action in actions {
            switch action {
            case .deliver(let input):
                count(input, live: live)
                port.deliver(input)
            case .switchVT(let number): terminalAsked(number)
            }
        }
        painter.contactsChanged(router.liveContacts.map(\.position))
        painter.cursorChanged()
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
}
