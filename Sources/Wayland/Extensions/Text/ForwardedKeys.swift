import Mirroring
import WaylandBinding

/// The keys that an input method of version 1 types: those of its grab that it does not use, and keysyms.
///
/// They go to the surface with keyboard focus, past the input method's own grab, as the keys of its virtual keyboard would.
final class ForwardedKeys {
    private let client: Client
    private weak var seat: SeatKeyboard?
    private var keyboard: KeyboardState?
    /// The modifiers that the client has passed on.
    private var modifiers = KeyboardState.Modifiers()
    /// The names of the modifiers of keysyms, the lowest bit first.
    private var names: [String] = []
    private var lastTime = Timestamp(microseconds: 0)

    init(of client: Client, seat: SeatKeyboard) {
        self.client = client
        self.seat = seat
    }

    /// Takes the names of modifiers, each with a final NUL.
    func name(modifiers map: [UInt8]) {
        names = map.split(separator: 0).prefix(UInt32.bitWidth).map { String(decoding: $0, as: UTF8.self) }
    }

    func key(_ code: UInt32, pressed: Bool, in keymap: Keymap, _ time: Timestamp) {
        guard code <= KeyboardState.lastCode, let keyboard = keyboard(with: keymap) else { return }
        lastTime = time
        seat?.key(code, pressed: pressed, on: keyboard, time)
    }

    func set(_ modifiers: KeyboardState.Modifiers, in keymap: Keymap) {
        guard let keyboard = keyboard(with: keymap) else { return }
        self.modifiers = modifiers
        seat?.set(modifiers, on: keyboard)
    }

    /// Presses or releases the key of a keysym, with the modifiers that the keysym needs; false if no key types it.
    func type(_ keysym: UInt32, pressed: Bool, with mask: UInt32, in keymap: Keymap, _ time: Timestamp) -> Bool {
        guard let stroke = keymap.stroke(for: keysym), let keyboard = keyboard(with: keymap) else { return false }
        if pressed {
            var held = modifiers
            held.depressed |= stroke.modifiers
            for (bit, name) in names.enumerated() where mask & 1 << UInt32(bit) != 0 {
                held.depressed |= keymap.mask(ofModifier: name)
            }
            held.group = stroke.layout
            seat?.set(held, on: keyboard)
        }
        key(stroke.code, pressed: pressed, in: keymap, time)
        if !pressed { seat?.set(modifiers, on: keyboard) }
        return true
    }

    /// Releases all keys.
    func release() {
        if let keyboard { seat?.forget(keyboard, lastTime) }
        keyboard = nil
        modifiers = KeyboardState.Modifiers()
    }

    /// The keyboard with this keymap, which is that of the keys that the client was sent.
    private func keyboard(with keymap: Keymap) -> KeyboardState? {
        if let keyboard, keyboard.keymap === keymap { return keyboard }
        release()
        keyboard = try? KeyboardState(keymap: keymap)
        keyboard?.owner = client
        return keyboard
    }
}
