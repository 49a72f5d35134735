import Geometry
import Mirroring
import WaylandBinding

/// Emulates a pointer for clients with `wl_pointer` but no `wl_touch`, such as many terminals: one finger at a time is
/// the pointer with the left button held.
///
/// The pointer stays where the finger was lifted, without a cursor, until a mouse moves it or the screen changes.
final class TouchPointer {
    private static let button = PointerButton.left

    private let pointer: SeatPointer
    private var finger: ContactID?
    private var lastTime = Timestamp(microseconds: 0)
    private var isUnframed = false
    private let placed: PlacedPointer

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
        placed = PlacedPointer(pointer)
    }

    /// Takes a finger that comes down on a surface of `client`; false if the pointer is busy or the client has no
    /// `wl_pointer`.
    func down(_ id: ContactID, on client: Client, _ point: Point<LogicalSpace>, _ time: Timestamp) -> Bool {
        guard finger == nil, !pointer.isBusy, !pointer.resources.of(client).isEmpty else { return false }
        finger = id
        placed.place()
        note(time)
        pointer.motion(point, time)
        // A mouse would have come there: some clients take a press's place from the last motion alone.
        pointer.tellPlace(time)
        pointer.button(Self.button, pressed: true, time)
        return true
    }

    /// Moves the pointer, if this is its finger.
    func motion(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        guard finger == id else { return }
        note(time)
        pointer.motion(point, time)
    }

    /// Releases the button, if this is the pointer's finger.
    func up(_ id: ContactID, _ time: Timestamp) {
        guard finger == id else { return }
        note(time)
        release()
    }

    func frame() {
        guard isUnframed else { return }
        isUnframed = false
        pointer.frame()
    }

    /// Releases the button: `wl_pointer` has no cancel event.
    func cancel() {
        guard finger != nil else { return }
        release()
        frame()
    }

    /// A mouse has moved the pointer.
    func pointerMoved() {
        placed.pointerMoved()
    }

    /// Removes a pointer placed by a finger from the content.
    func withdraw() {
        placed.withdraw()
    }

    private func note(_ time: Timestamp) {
        lastTime = time
        isUnframed = true
    }

    private func release() {
        finger = nil
        isUnframed = true
        pointer.button(Self.button, pressed: false, lastTime)
        placed.lift()
    }
}

/// Places the pointer for a device other than a mouse.
///
/// The pointer stays there, as it would with a mouse, until a mouse moves it or the screen changes. Its cursor is
/// hidden as soon as the device is lifted.
final class PlacedPointer {
    private let pointer: SeatPointer
    /// True if the pointer is where it was placed and no mouse has moved it since.
    private var isPlaced = false

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
    }

    func place() {
        isPlaced = true
        pointer.isUnseen = false
        pointer.jump()
    }

    /// Hides the cursor when the finger or the tool is lifted. The surface below keeps the pointer, so that a second
    /// tap there is a double click.
    func lift() {
        if isPlaced { pointer.isUnseen = true }
    }

    /// A mouse has moved the pointer, which is no longer placed.
    func pointerMoved() {
        isPlaced = false
        pointer.isUnseen = false
    }

    /// Removes a placed pointer from the content.
    func withdraw() {
        guard isPlaced else { return }
        isPlaced = false
        pointer.leave()
        pointer.frame()
        pointer.isUnseen = false
    }
}
