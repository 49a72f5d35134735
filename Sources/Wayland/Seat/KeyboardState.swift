import CLinux
import CXKB
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// The pressed keys, and the modifiers and layout that follow from them.
final class KeyboardState {
    /// The fields of `wl_keyboard.modifiers`.
    struct Modifiers: Hashable {
        var depressed: UInt32 = 0
        var latched: UInt32 = 0
        var locked: UInt32 = 0
        var group: UInt32 = 0
    }

    /// The offset from a Linux key code to an xkb key code, inherited from X11.
    static let codeOffset: UInt32 = 8
    /// `KEY_MAX` of linux/input-event-codes.h.
    static let lastCode: UInt32 = 0x2ff

    let keymap: Keymap
    /// The client that owns this virtual keyboard; nil for a keyboard of the seat.
    var owner: Client?
    /// Keys whose press was sent to a grab.
    var withheld: Set<UInt32> = []
    private let state: OpaquePointer
    /// Linux key codes in the order of their presses.
    private(set) var pressed: [UInt32] = []
    private(set) var modifiers = Modifiers()
    /// The LEDs that show the locks.
    private(set) var leds: KeyboardLEDs = []

    init(keymap: Keymap) throws(RuntimeError) {
        guard let state = xkb_state_new(keymap.handle) else { throw RuntimeError("xkb_state_new", errorNumber: ENOMEM) }
        self.keymap = keymap
        self.state = state
    }

    /// Creates a state with all keys up and with the locks that the configuration asks for.
    convenience init(_ configuration: KeyboardConfiguration) throws(RuntimeError) {
        try self.init(keymap: Keymap(configuration))
        guard configuration.locksNumbers else { return }
        // The key locks whichever modifier the layout uses for it.
        for isPressed in [true, false] { _ = update(key: UInt32(KEY_NUMLOCK), pressed: isPressed) }
    }

    deinit {
        xkb_state_unref(state)
    }

    /// True if Shift is held, latched or locked.
    var isShiftActive: Bool { isActive(XKB_MOD_NAME_SHIFT) }
    /// True if Control is held, latched or locked.
    var isControlActive: Bool { isActive(XKB_MOD_NAME_CTRL) }

    /// Whether a Linux key code means Escape with the modifiers of now.
    func isEscape(_ code: UInt32) -> Bool {
        xkb_state_key_get_one_sym(state, code &+ Self.codeOffset) == xkb_keysym_t(XKB_KEY_Escape)
    }

    /// Applies the press or release of a Linux key code; false if it changes nothing (a second press, or a release of a
    /// key that is up) and no event is due.
    func update(key: UInt32, pressed isPressed: Bool) -> Bool {
        if isPressed {
            if pressed.contains(key) { return false }
            pressed.append(key)
        } else {
            guard let index = pressed.firstIndex(of: key) else { return false }
            pressed.remove(at: index)
        }
        xkb_state_update_key(state, key &+ Self.codeOffset, isPressed ? XKB_KEY_DOWN : XKB_KEY_UP)
        readModifiers()
        return true
    }

    /// Sets the modifiers directly; false if they are unchanged.
    func set(_ wanted: Modifiers) -> Bool {
        let before = modifiers
        xkb_state_update_mask(state, wanted.depressed, wanted.latched, wanted.locked, 0, 0, wanted.group)
        readModifiers()
        return modifiers != before
    }

    private func readModifiers() {
        modifiers = Modifiers(
            depressed: xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
            latched: xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
            locked: xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
            group: xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
        let names: [(String, KeyboardLEDs)] = [
            (XKB_LED_NAME_NUM, .numLock), (XKB_LED_NAME_CAPS, .capsLock), (XKB_LED_NAME_SCROLL, .scrollLock),
        ]
        leds = names.reduce(into: []) { if xkb_state_led_name_is_active(state, $1.0) > 0 { $0.insert($1.1) } }
    }

    private func isActive(_ name: String) -> Bool {
        xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0
    }
}
