import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// The windows as the seat uses them.
protocol SeatWindows: AnyObject {
    /// The surface that should have the keyboard.
    var keyboardTarget: Surface? { get }
    /// The client whose popups take all input; nil while there are none.
    var grabbingClient: Client? { get }
    /// The icon of a drag, under the pointer or finger.
    var dragIcon: PlacedRoot? { get set }

    /// Handles a press on a surface or on nothing. Returns false if the press only dismissed popups and goes to no client.
    func pressed(on surface: Surface?) -> Bool

    /// Shows at this point what is laid out in pixels; nil if these are the logical pixels, too.
    func pixelFit(at point: Point<LogicalSpace>) -> WindowFit?

    /// Whether a surface gets fingers as touch events, if its client has `wl_touch`.
    func takesTouch(_ surface: Surface) -> Bool
}

/// The state that the seat's pointer, keyboard and fingers share: the scene for hit testing, and new serials.
final class InputScope {
    private weak var surfaces: SurfaceScene?
    private let display: WaylandDisplay
    let windows: any SeatWindows

    init(content: WaylandContent, windows: any SeatWindows) {
        surfaces = content.surfaces
        display = content.display
        self.windows = windows
    }

    /// The time of this turn of the loop.
    var now: Timestamp { Timestamp(microseconds: display.loop.turnTime) }

    /// Calls `action` after `delay` microseconds.
    func after(_ delay: Int64, _ action: @escaping () -> Void) {
        display.loop.schedule(afterMicroseconds: delay, action)
    }

    func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        surfaces?.scale.logical(point) ?? point.reinterpreted()
    }

    func physical(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        surfaces?.scale.physical(point) ?? point.reinterpreted()
    }

    /// Physical pixels per logical pixel.
    var scale: Double { surfaces?.scale.factor ?? 1 }

    /// The surface that gets input at the point; nil if there is none, or if a popup grab of another client is active.
    func target(at point: Point<LogicalSpace>) -> PlacedSurface? {
        guard let hit = surfaces?.surface(at: point) else { return nil }
        if let grabber = windows.grabbingClient, grabber != hit.surface.client { return nil }
        return hit
    }

    /// The surface at the point, whatever client has a popup grab.
    func anySurface(at point: Point<LogicalSpace>) -> PlacedSurface? { surfaces?.surface(at: point) }

    func place(of surface: Surface) -> PlacedSurface? {
        surface.isAlive ? surfaces?.place(of: surface) : nil
    }

    func nextSerial() -> UInt32 { display.nextSerial() }

    /// A new serial for a press or release sent to the client.
    func actionSerial(for client: Client) -> UInt32 {
        let serial = nextSerial()
        PressSerials.of(client).add(serial)
        return serial
    }

    /// True if the keyboard focus is in the surface's tree.
    func hasKeyboard(_ surface: Surface) -> Bool { windows.keyboardTarget?.root === surface.root }

    /// Reports that the pointer is not where a device moved it.
    func pointerHeld(at point: Point<LogicalSpace>) {
        surfaces?.reportPointer(heldAt: point)
    }

    func cursorChanged() {
        surfaces?.cursorChanged()
    }
}

/// The serials of the presses and releases that a client got last, by which its requests prove that the user acted.
///
/// It is the client's own, so that it ends with the client.
final class PressSerials {
    /// The number of serials kept.
    private static let capacity = 256

    /// The oldest first.
    private(set) var all: [UInt32] = []

    static func of(_ client: Client) -> PressSerials { client.attachments.state { PressSerials() } }

    func add(_ serial: UInt32) {
        if all.count == Self.capacity { all.removeFirst() }
        all.append(serial)
    }

    /// Compares serials modulo 2^32.
    static func isOlder(_ serial: UInt32, than other: UInt32) -> Bool {
        Int32(bitPattern: serial &- other) < 0
    }
}
