import Geometry
import Mirroring

/// What the pointer, the keyboard and the fingers of the seat share: the scene to find surfaces in, and serials.
final class InputScope {
    private weak var content: WaylandContent?
    let desktop: Desktop
    var ledger = SerialLedger()

    init(content: WaylandContent, desktop: Desktop) {
        self.content = content
        self.desktop = desktop
    }

    func logical(_ point: Point<ExternalSpace>) -> Point<LogicalSpace> {
        content?.output.screen.scale.logical(point) ?? point.reinterpreted()
    }

    func physical(_ point: Point<LogicalSpace>) -> Point<ExternalSpace> {
        content?.output.screen.scale.physical(point) ?? point.reinterpreted()
    }

    /// Pixels of the screen that make one of the scene.
    var scale: Double { content?.output.screen.scale.factor ?? 1 }

    /// The surface that input at the point is for; nil when that is nothing, or of another client than the one whose
    /// popups have the input.
    func target(at point: Point<LogicalSpace>) -> PlacedSurface? {
        guard let hit = content?.surface(at: point) else { return nil }
        if let grabber = desktop.popupGrab.client, grabber != hit.surface.client { return nil }
        return hit
    }

    /// The surface at the point, whoever has the input.
    func anySurface(at point: Point<LogicalSpace>) -> PlacedSurface? { content?.surface(at: point) }

    func place(of surface: Surface) -> PlacedSurface? {
        surface.isAlive ? content?.place(of: surface) : nil
    }

    func nextSerial() -> UInt32 { content?.display.nextSerial() ?? 0 }

    /// A new serial for a press or release that the client is told of.
    func actionSerial(for client: Client) -> UInt32 {
        let serial = nextSerial()
        ledger.add(serial, client: client)
        return serial
    }

    /// Keys go to the surface's window.
    func hasKeyboard(_ surface: Surface) -> Bool { desktop.keyboardTarget?.root === surface.root }

    /// The pointer is elsewhere than where devices have moved it.
    func pointerHeld(at point: Point<LogicalSpace>) {
        content?.observer?.contentHeldPointer(at: physical(point))
    }

    func cursorChanged() {
        content?.cursorChanged()
    }
}
