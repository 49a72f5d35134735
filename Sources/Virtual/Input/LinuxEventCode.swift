/// Which of the kernel's `EV_KEY` codes are buttons and which are keys.
///
/// Source: linux/input-event-codes.h; buttons sit between the two blocks of keys.
enum LinuxEventCode {
    /// From `BTN_MISC` up to the digitiser's tools and the gear buttons.
    static func isButton(_ code: UInt32) -> Bool { (0x100..<0x160).contains(code) }

    /// From `KEY_ESC` to `KEY_MAX`, without the buttons.
    static func isKey(_ code: UInt32) -> Bool { (1...0x2ff).contains(code) && !isButton(code) }
}
