/// Follows the keys of all keyboards: those that the content receives, and the VT switch on Ctrl+Alt+F1 to F12.
///
/// Codes are Linux event codes (`input-event-codes.h`). Switching must work whatever the content is doing, so the keys
/// that are physically held are tracked apart from those that the content has received.
package struct KeyRouter {
    /// The result of a key's press or release.
    enum Outcome: Hashable {
        case ignored
        case deliver
        /// Switch to this virtual terminal; the content does not receive the key.
        case switchVT(Int)
    }

    private var held = HeldCodes()
    private var delivered = HeldCodes()

    package init() {}

    /// Takes the press or release of a key. Without a screen to type on only the VT switch works.
    mutating func key(_ code: UInt32, pressed: Bool, on device: DeviceID, hasScreen: Bool) -> Outcome {
        guard pressed else {
            _ = held.release(code, on: device)
            return delivered.release(code, on: device) ? .deliver : .ignored
        }
        _ = held.press(code, on: device)
        if let terminal = Self.terminal(forFunctionKey: code), isSwitchHeld { return .switchVT(terminal) }
        return hasScreen && delivered.press(code, on: device) ? .deliver : .ignored
    }

    /// Removes a device; returns the keys whose release the content must receive.
    mutating func remove(_ device: DeviceID) -> [UInt32] {
        _ = held.removeAll(of: device)
        return delivered.removeAll(of: device)
    }

    /// Counts all keys as released, after the content has received that.
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
