import Geometry
import Mirroring

/// Emulates a pointer for clients without tablet support: a pen's tip is the left button, its own buttons are the
/// right, the middle and the side button.
///
/// One tool at a time has the pointer. The pointer stays where the tool left, without a cursor, until a mouse moves it
/// or the screen changes.
final class PenPointer {
    private static let tip = PointerButton.left

    private let pointer: SeatPointer
    private var device: DeviceID?
    private var held: [UInt32] = []
    private let placed: PlacedPointer

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
        placed = PlacedPointer(pointer)
    }

    /// True if the tool emulates the pointer and holds a button down.
    func isHolding(_ device: DeviceID) -> Bool { self.device == device && !held.isEmpty }

    /// Moves the pointer to a tool over a client's surface. Does nothing while something else uses the pointer.
    func move(_ device: DeviceID, to point: Point<LogicalSpace>, _ time: Timestamp) {
        if self.device != device {
            guard self.device == nil, !pointer.isBusy else { return }
            self.device = device
        }
        placed.place()
        pointer.motion(point, time)
        pointer.frame()
    }

    func tip(_ device: DeviceID, isDown: Bool, _ time: Timestamp) {
        press(Self.tip, isDown, device, time)
    }

    /// Handles a tool's button by its Linux event code.
    func button(_ code: UInt32, pressed: Bool, of device: DeviceID, _ time: Timestamp) {
        press(Self.pointerButton(for: code), pressed, device, time)
    }

    /// Ends the emulation. `takesPointer` is true if the tool moves on to a client with tablet support.
    func leave(_ device: DeviceID, takesPointer: Bool, _ time: Timestamp) {
        guard self.device == device else { return }
        for code in held.reversed() { pointer.button(code, pressed: false, time) }
        held = []
        self.device = nil
        if takesPointer { withdraw() } else { placed.lift() }
        pointer.frame()
    }

    /// A mouse has moved the pointer.
    func pointerMoved() {
        placed.pointerMoved()
    }

    /// Removes a pointer placed by a tool from the content.
    func withdraw() {
        placed.withdraw()
    }

    private func press(_ code: UInt32, _ pressed: Bool, _ device: DeviceID, _ time: Timestamp) {
        guard self.device == device, held.contains(code) != pressed else { return }
        if pressed { held.append(code) } else { held.removeAll { $0 == code } }
        pointer.button(code, pressed: pressed, time)
        pointer.frame()
    }

    /// Maps `BTN_STYLUS`, `BTN_STYLUS2` and `BTN_STYLUS3` of linux/input-event-codes.h; a tablet mouse's buttons are
    /// unchanged.
    static func pointerButton(for code: UInt32) -> UInt32 {
        switch code {
        case 0x14b: PointerButton.right
        case 0x14c: PointerButton.middle
        case 0x149: 0x113
        default: code
        }
    }
}
