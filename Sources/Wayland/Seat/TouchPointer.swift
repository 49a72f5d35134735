import Geometry
import Mirroring

/// Lets the pointer stand in for the touch screen with clients that have a `wl_pointer` and no `wl_touch`, as many
/// terminals do: one finger at a time is the pointer with its left button held.
///
/// The pointer stays where the finger left, though unseen, until a mouse moves it or the screen changes.
final class TouchPointer {
    /// `BTN_LEFT` of linux/input-event-codes.h.
    private static let button: UInt32 = 0x110

    private let pointer: SeatPointer
    private var finger: ContactID?
    private var lastTime = Timestamp(microseconds: 0)
    private var isUnframed = false
    private let placed: PlacedPointer

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
        placed = PlacedPointer(pointer)
    }

    /// Takes a finger that comes down on a surface of `client`; false when the pointer is busy or the client has none.
    func down(_ id: ContactID, on client: Client, _ point: Point<LogicalSpace>, _ time: Timestamp) -> Bool {
        guard finger == nil, !pointer.isBusy, !pointer.resources.of(client).isEmpty else { return false }
        finger = id
        placed.place()
        note(time)
        pointer.motion(point, time)
        pointer.button(Self.button, pressed: true, time)
        return true
    }

    /// False when the finger is not the one that was taken.
    func motion(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) -> Bool {
        guard finger == id else { return false }
        note(time)
        pointer.motion(point, time)
        return true
    }

    /// False when the finger is not the one that was taken.
    func up(_ id: ContactID, _ time: Timestamp) -> Bool {
        guard finger == id else { return false }
        note(time)
        release()
        return true
    }

    func frame() {
        guard isUnframed else { return }
        isUnframed = false
        pointer.frame()
    }

    /// The finger ends; a pointer has no smaller word for it than the button's release.
    func cancel() {
        guard finger != nil else { return }
        release()
        frame()
    }

    /// A mouse has moved the pointer: where it is now is not the finger's doing.
    func pointerMoved() {
        placed.pointerMoved()
    }

    /// The screen changes: a pointer that a finger has put somewhere is there no longer.
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
