import Mirroring
import WaylandBinding

/// An input method's `zwp_input_method_keyboard_grab_v2`, which gets all keys.
///
/// The input method types the keys that it does not use on a virtual keyboard of its own.
final class InputMethodGrab: ZwpInputMethodKeyboardGrabV2Requests {
    private let resource: Resource<ZwpInputMethodKeyboardGrabV2>
    private weak var seat: SeatKeyboard?
    /// The keyboard whose keymap the client has.
    private weak var lastKeyboard: KeyboardState?

    init(_ resource: Resource<ZwpInputMethodKeyboardGrabV2>, keyboard: SeatKeyboard) {
        self.resource = resource
        seat = keyboard
        resource.onDestroy { [weak self] in
            if let self { seat?.end(self) }
        }
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
        resource.sendKeymap(
            format: .xkbV1, fd: keyboard.keymap.descriptor, size: UInt32(clamping: keyboard.keymap.size))
        sendModifiers(of: keyboard, serial: serial)
    }

    private func sendModifiers(of keyboard: KeyboardState, serial: UInt32) {
        let modifiers = keyboard.modifiers
        resource.sendModifiers(
            serial: serial, modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
            modsLocked: modifiers.locked, group: modifiers.group)
    }
}

extension InputMethodGrab: KeyboardGrab {
    var client: Client { resource.client }

    func began(with keyboard: KeyboardState, repeatRate: Int, repeatDelay: Int, serial: UInt32) {
        resource.sendRepeatInfo(rate: Int32(clamping: repeatRate), delay: Int32(clamping: repeatDelay))
        use(keyboard, serial: serial)
    }

    /// Keys that the input method types itself go to the application.
    func takes(_ keyboard: KeyboardState) -> Bool { keyboard.owner != client }

    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp, serial: UInt32) {
        use(keyboard, serial: serial)
        resource.sendKey(
            serial: serial, time: time.waylandMilliseconds, key: code, state: pressed ? .pressed : .released)
    }

    func modifiersChanged(on keyboard: KeyboardState, serial: UInt32) {
        keyboard === lastKeyboard ? sendModifiers(of: keyboard, serial: serial) : use(keyboard, serial: serial)
    }
}
