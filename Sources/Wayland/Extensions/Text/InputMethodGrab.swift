import Mirroring
import WaylandBinding

/// An input method's grab, which gets all keys: a `zwp_input_method_keyboard_grab_v2`, or the `wl_keyboard` that version 1 has for it.
///
/// The input method passes on the keys that it does not use: in version 2 on a virtual keyboard of its own, in version 1 through
/// its context.
final class InputMethodGrab: ZwpInputMethodKeyboardGrabV2Requests, WlKeyboardRequests {
    private let wire: GrabWire
    private weak var seat: SeatKeyboard?
    /// The keyboard whose keymap the client has.
    private weak var lastKeyboard: KeyboardState?

    init(_ wire: GrabWire, keyboard: SeatKeyboard) {
        self.wire = wire
        seat = keyboard
        wire.object.onDestroy { [weak self] in self?.end() }
    }

    /// The keymap that the client has.
    var keymap: Keymap? { lastKeyboard?.keymap }

    func end() {
        seat?.end(self)
    }

    /// Moves the grab from one seat's keyboard to another's.
    func move(from old: SeatKeyboard?, to new: SeatKeyboard) {
        // A grab that a later one has replaced does not take effect on the new seat either.
        guard let old, seat === old, old.isGrabbed(by: self) else { return }
        old.endKeys(of: self)
        old.end(self)
        seat = new
        new.begin(self)
    }

    private func use(_ keyboard: KeyboardState, serial: UInt32) {
        if keyboard === lastKeyboard { return }
        lastKeyboard = keyboard
        wire.sendKeymap(keyboard.keymap)
        wire.sendModifiers(serial, keyboard.modifiers)
    }
}

extension InputMethodGrab: KeyboardGrab {
    var client: Client { wire.object.client }

    func began(with keyboard: KeyboardState, repeatRate: Int, repeatDelay: Int, serial: UInt32) {
        wire.sendRepeatInfo(Int32(clamping: repeatRate), Int32(clamping: repeatDelay))
        use(keyboard, serial: serial)
    }

    /// Keys that the input method types itself go to the application.
    func takes(_ keyboard: KeyboardState) -> Bool { keyboard.owner != client }

    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp, serial: UInt32) {
        use(keyboard, serial: serial)
        wire.sendKey(serial, time.waylandMilliseconds, code, pressed ? .pressed : .released)
    }

    func modifiersChanged(on keyboard: KeyboardState, serial: UInt32) {
        guard keyboard === lastKeyboard else { return use(keyboard, serial: serial) }
        wire.sendModifiers(serial, keyboard.modifiers)
    }
}

/// The events of a grab, which both protocols have.
struct GrabWire {
    let object: AnyResource
    let sendKeymap: (Keymap) -> Void
    let sendRepeatInfo: (_ rate: Int32, _ delay: Int32) -> Void
    let sendKey: (_ serial: UInt32, _ time: UInt32, _ code: UInt32, _ state: WlKeyboard.KeyState) -> Void
    let sendModifiers: (_ serial: UInt32, KeyboardState.Modifiers) -> Void
}

extension GrabWire {
    init(_ grab: Resource<ZwpInputMethodKeyboardGrabV2>) {
        object = grab
        sendKeymap = { keymap in
            grab.sendKeymap(format: .xkbV1, fd: keymap.descriptor, size: UInt32(clamping: keymap.size))
        }
        sendRepeatInfo = { grab.sendRepeatInfo(rate: $0, delay: $1) }
        sendKey = { grab.sendKey(serial: $0, time: $1, key: $2, state: $3) }
        sendModifiers = { serial, modifiers in
            grab.sendModifiers(
                serial: serial, modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
                modsLocked: modifiers.locked, group: modifiers.group)
        }
    }

    init(_ keyboard: Resource<WlKeyboard>) {
        object = keyboard
        sendKeymap = { keymap in
            keyboard.sendKeymap(format: .xkbV1, fd: keymap.descriptor, size: UInt32(clamping: keymap.size))
        }
        sendRepeatInfo = { keyboard.sendRepeatInfo(rate: $0, delay: $1) }
        sendKey = { keyboard.sendKey(serial: $0, time: $1, key: $2, state: $3) }
        sendModifiers = { serial, modifiers in
            keyboard.sendModifiers(
                serial: serial, modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
                modsLocked: modifiers.locked, group: modifiers.group)
        }
    }
}
