import Geometry
import Mirroring
import WaylandBinding

/// Another protocol's part of the seat.
///
/// A part takes the input for which the core protocol has no events, and follows the focus. Every requirement has a
/// default that does nothing.
protocol SeatExtension: AnyObject {
    /// The cursor of a device of this protocol, which is drawn in place of the pointer's cursor.
    var cursor: ContentCursor? { get }
    /// True if keys to the focused surface must not trigger bindings.
    var inhibitsShortcuts: Bool { get }

    /// Takes input. Returns false to leave the input to other parts.
    func take(_ input: ContentInput, on seat: Seat) -> Bool

    /// A mouse is about to move the pointer.
    func mouseMoves()

    /// Everything that was held has been released.
    func withdraw()

    /// Surfaces appeared, disappeared or moved.
    func layoutChanged(_ time: Timestamp)

    /// A surface and its subsurfaces are about to be destroyed or hidden.
    func willHide(_ root: Surface, _ time: Timestamp)

    /// The focused surface is about to lose the keyboard.
    func keyboardLeaves()

    /// `wl_keyboard.enter` was sent for this surface.
    func keyboardCame(to surface: Surface)

    /// The keyboard focus may have changed, and everything else that depends on the focus has been updated.
    func keyboardSettled(on surface: Surface?)

    /// Starts a grab with the press of this serial; false if there is no such press.
    func begin(serial: UInt32, client: Client, _ make: (Point<LogicalSpace>) -> any SeatGrab) -> Bool

    /// Has a press followed that the X server has and keeps; false if it has none of this protocol's.
    func followX(_ follower: any PressFollower) -> Bool
}

extension SeatExtension {
    var cursor: ContentCursor? { nil }
    var inhibitsShortcuts: Bool { false }

    func take(_ input: ContentInput, on seat: Seat) -> Bool { false }
    func mouseMoves() {}
    func withdraw() {}
    func layoutChanged(_ time: Timestamp) {}
    func willHide(_ root: Surface, _ time: Timestamp) {}
    func keyboardLeaves() {}
    func keyboardCame(to surface: Surface) {}
    func keyboardSettled(on surface: Surface?) {}

    func begin(serial: UInt32, client: Client, _ make: (Point<LogicalSpace>) -> any SeatGrab) -> Bool { false }

    func followX(_ follower: any PressFollower) -> Bool { false }
}

/// Another protocol's part of the pointer, which follows it or restricts where devices can move it. Every requirement has a default that
/// does nothing.
protocol PointerExtension: AnyObject {
    /// Whether the part keeps the pointer in place or within a region.
    var isHolding: Bool { get }

    /// Where the pointer may go when a device moves it to a point.
    func permitted(_ point: Point<LogicalSpace>) -> Point<LogicalSpace>

    /// The pointer is about to move to another surface, or to none.
    func focusMoves(to surface: Surface?)

    /// The pointer, the keyboard focus or the layout changed.
    func update()

    /// Lets go until the pointer moves: the surface under the pointer is about to change.
    func slacken()

    /// A device has moved the pointer on a client's surface, or would have moved it. `scale` physical pixels make one logical pixel.
    func moved(by motion: RelativeMotion, on client: Client, scale: Double, _ time: Timestamp)
}

extension PointerExtension {
    var isHolding: Bool { false }

    func permitted(_ point: Point<LogicalSpace>) -> Point<LogicalSpace> { point }
    func focusMoves(to surface: Surface?) {}
    func update() {}
    func slacken() {}
    func moved(by motion: RelativeMotion, on client: Client, scale: Double, _ time: Timestamp) {}
}

/// A client's object for a device whose cursor the client may choose.
protocol CursorChooser: AnyObject {
    /// Sets one of our own cursors by its CSS name. An outdated serial, or a serial of another client, is ignored.
    func setCursor(of object: AnyResource, serial: UInt32, named name: String)
}

/// Follows a pointer with pressed buttons, one finger or a pen's tip until it is lifted or lost.
protocol PressFollower: AnyObject {
    func moved(to point: Point<LogicalSpace>, _ time: Timestamp)
    func released(_ time: Timestamp)
    func cancelled()
}

/// A grab that takes a pointer with pressed buttons, or one finger, from the clients, to drag a window or data.
protocol SeatGrab: PressFollower {
    /// Called when the grab ends by itself, before the release.
    var onEnd: (() -> Void)? { get set }
    /// The CSS name of the cursor during the grab.
    var cursorName: String { get }
    /// True if a client loses its other fingers to a grab by one of them.
    var endsOtherTouches: Bool { get }
}

extension Point<LogicalSpace> {
    /// The distance from another point in whole logical pixels.
    func steps(from other: Point) -> (x: Int, y: Int) {
        (Int(clamping: (x - other.x).rounded()), Int(clamping: (y - other.y).rounded()))
    }
}
