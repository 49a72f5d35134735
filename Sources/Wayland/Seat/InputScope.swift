import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// The windows, as the seat needs them.
protocol SeatWindows: AnyObject {
    /// The surface that should have the keyboard.
    var keyboardTarget: Surface? { get }
    /// The client whose popups take all input; nil while there are none.
    var grabbingClient: Client? { get }
    /// The icon of a drag, under the pointer or finger.
    var dragIcon: PlacedRoot? { get set }

    /// Handles a press on a surface or on nothing; false if the press only dismissed popups and goes to no client.
    func pressed(on surface: Surface?) -> Bool
}

/// What the seat's pointer, keyboard and fingers share: the scene for hit testing, and serials.
final class InputScope {
    private weak var content: WaylandContent?
    let windows: any SeatWindows
    var ledger = SerialLedger()

    init(content: WaylandContent, windows: any SeatWindows) {
        self.content = content
        self.windows = windows
    }

    /// The time of this turn of the loop.
    var now: Timestamp { Timestamp(microseconds: content?.display.loop.turnTime ?? 0) }

    func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        content?.output.screen.scale.logical(point) ?? point.reinterpreted()
    }

    func physical(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        content?.output.screen.scale.physical(point) ?? point.reinterpreted()
    }

    /// Physical pixels per logical pixel.
    var scale: Double { content?.output.screen.scale.factor ?? 1 }

    /// The surface that gets input at the point; nil if there is none, or if a popup grab of another client is active.
    func target(at point: Point<LogicalSpace>) -> PlacedSurface? {
        guard let hit = content?.surface(at: point) else { return nil }
        if let grabber = windows.grabbingClient, grabber != hit.surface.client { return nil }
        return hit
    }

    /// The surface at the point, whatever client has a popup grab.
    func anySurface(at point: Point<LogicalSpace>) -> PlacedSurface? { content?.surface(at: point) }

    func place(of surface: Surface) -> PlacedSurface? {
        surface.isAlive ? content?.place(of: surface) : nil
    }

    func nextSerial() -> UInt32 { content?.display.nextSerial() ?? 0 }

    /// A new serial for a press or release sent to the client.
    func actionSerial(for client: Client) -> UInt32 {
        let serial = nextSerial()
        ledger.add(serial, client: client)
        return serial
    }

    /// True if the keyboard focus is in the surface's tree.
    func hasKeyboard(_ surface: Surface) -> Bool { windows.keyboardTarget?.root === surface.root }

    /// Reports that the pointer is not where a device moved it.
    func pointerHeld(at point: Point<LogicalSpace>) {
        content?.observer?.contentHeldPointer(at: physical(point))
    }

    func cursorChanged() {
        content?.cursorChanged()
    }
}
