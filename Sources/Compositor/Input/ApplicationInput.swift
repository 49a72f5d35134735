import Geometry
import Mirroring

/// One application's share of the input: its router, and what it has been handed.
final class ApplicationInput {
    private let port: any ContentPort
    private let painter: ContentPainter
    private var router: InputRouter
    /// Contacts that were handed to the application, and how many of them ended in a cancel.
    private(set) var touches = 0
    private(set) var touchesCancelled = 0

    /// Told how many live contacts were cancelled at once.
    var cancelled: (Int) -> Void = { _ in }
    /// Told which virtual terminal the user asks for.
    var terminalAsked: (Int) -> Void = { _ in }

    init(_ port: any ContentPort, painter: ContentPainter, rules: [DeviceRule]) {
        self.port = port
        self.painter = painter
        router = InputRouter(rules: rules)
        painter.heldPointer = { [unowned self] in router.pointerHeld(at: $0) }
    }

    /// Other rules say what the devices belong to; call `cancelAll` before.
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

    /// The screens have changed: positions mean something else from now on.
    func update(_ geometry: InputGeometry, at time: Timestamp) {
        guard geometry != router.geometry else { return }
        perform(router.update(geometry, at: time), live: 0)
    }

    /// Ends every touch, key and button that is held.
    func cancelAll(at time: Timestamp) {
        let live = router.liveContacts.count
        perform(router.cancelAll(at: time), live: live)
    }

    /// The pointer has gone to an overlay.
    func pointerLeft() {
        perform(router.pointerLeft(), live: 0)
    }

    /// The pointer comes back to a point of the panel.
    func pointerCame(to point: Point<PanelSpace>) {
        guard let viewport = router.geometry.viewport else { return }
        router.pointerHeld(at: viewport.externalPoint(at: point))
    }

    /// `live` is how many contacts there were before.
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
