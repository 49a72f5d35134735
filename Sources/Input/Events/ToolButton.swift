/// Which mouse button a pen's button stands for.
///
/// Source: linux/input-event-codes.h.
enum ToolButton {
    /// `BTN_LEFT`.
    static let left: UInt32 = 0x110

    /// The pen's first button is the right one and its second the middle one; a tablet mouse's are its own.
    static func pointerButton(for code: UInt32) -> UInt32 {
        switch code {
        case 0x14b: 0x111
        case 0x14c: 0x112
        case 0x149: 0x113
        default: code
        }
    }
}
