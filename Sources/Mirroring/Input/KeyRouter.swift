/// Follows the keys of all keyboards: what the content is told, and the console switch of Ctrl+Alt+F1 to F12.
///
/// Codes are Linux event codes (`input-event-codes.h`). Virtual terminal switching has to work whatever the
/// content is doing, so what is physically held is kept apart from what the content has been told.
package struct KeyRouter {
    /// What a key press or release leads to.
    enum Outcome: Hashable {
        case ignored
        case deliver
        /// Go to this virtual terminal; the content hears nothing of the key.
        case switchVT(Int)
    }

    private var held = HeldCodes()
    private var delivered = HeldCodes()

    package init() {}

    /// A key went down or up. Without a screen to type on only the console switch works.
    mutating func key(_ code: UInt32, pressed: Bool, on device: DeviceID, hasScreen: Bool) -> Outcome {
        guard pressed else {
            _ = held.release(code, on: device)
            return delivered.release(code, on: device) ? .deliver : .ignored
        }
        _ = held.press(code, on: device)
        if let terminal = Self.terminal(forFunctionKey: code), isSwitchHeld { return .switchVT(terminal) }
        return hasScreen && delivered.press(code, on: device) ? .deliver : .ignored
    }

    /// The device is gone; returns the keys that the content must be told are up.
    mutating func remove(_ device: DeviceID) -> [UInt32] {
        _ = held.removeAll(of: device)
        return delivered.removeAll(of: device)
    }

    /// All keys count as released for the content, which has been told so.
    mutating func releaseAll() {
        delivered.removeAll()
    }

    /// KEY_LEFTCTRL or KEY_RIGHTCTRL, with KEY_LEFTALT or KEY_RIGHTALT.
    private var isSwitchHeld: Bool {
        (held.contains(29) || held.contains(97)) && (held.contains(56) || held.contains(100))
    }

    /// KEY_F1 to KEY_F10 are 59 to 68; KEY_F11 and KEY_F12 are 87 and 88.
    private static func terminal(forFunctionKey code: UInt32) -> Int? {
        switch code {
        case 59...68: Int(code) - 58
        case 87, 88: Int(code) - 76
        default: nil
        }
    }
}
