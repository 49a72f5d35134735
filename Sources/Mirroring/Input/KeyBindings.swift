/// What a key binding does.
package enum BoundAction: String, Hashable, Sendable, CaseIterable {
    /// Starts the picture in picture that was shown last, or stops the one that is.
    case pipToggle = "pip_toggle"
    case pipRestore = "pip_restore"
    /// Hides the picture in picture past the nearer side edge, or brings it back.
    case pipHide = "pip_hide"
    case pipPlayPause = "pip_play_pause"
}

/// A key with modifiers, by Linux event codes. Left and right modifiers are the same.
package struct BoundKeys: Hashable, Sendable {
    package enum Modifier: String, Hashable, Sendable, CaseIterable {
        case ctrl, alt, shift, meta

        /// The modifier that a key is; nil for any other key.
        package init?(code: UInt32) {
            // KEY_LEFTCTRL, KEY_RIGHTCTRL and so on.
            switch code {
            case 29, 97: self = .ctrl
            case 56, 100: self = .alt
            case 42, 54: self = .shift
            case 125, 126: self = .meta
            default: return nil
            }
        }
    }

    package var modifiers: Set<Modifier>
    package var code: UInt32

    package init(_ modifiers: Set<Modifier>, _ code: UInt32) {
        self.modifiers = modifiers
        self.code = code
    }
}

/// Follows the keys of all keyboards and finds those that are bound to something of the service's own.
///
/// A bound key is not told to any application, nor is its release; the modifiers around it are. An application that
/// wants all keys for itself has them.
package struct KeyBindings {
    /// What becomes of a key event.
    package enum Outcome: Hashable, Sendable {
        /// It is the application's.
        case pass
        /// It is nobody's: it belongs to a bound key.
        case swallow
        case act(BoundAction)
    }

    private struct Press: Hashable {
        let device: DeviceID
        let code: UInt32
    }

    private let actions: [BoundKeys: BoundAction]
    private var modifiers: [Press: BoundKeys.Modifier] = [:]
    private var swallowed: Set<Press> = []

    package init(_ bindings: [BoundAction: BoundKeys] = KeyBindings.standard) {
        // Two actions of one chord cannot both be meant; the first by name is.
        let sorted = bindings.sorted { $0.key.rawValue < $1.key.rawValue }
        actions = Dictionary(sorted.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// Meta with P, and with Shift, H and the space bar in place of it.
    package static let standard: [BoundAction: BoundKeys] = [
        .pipToggle: BoundKeys([.meta], 25), .pipRestore: BoundKeys([.meta, .shift], 25),
        .pipHide: BoundKeys([.meta], 35), .pipPlayPause: BoundKeys([.meta], 57),
    ]

    /// A key went down or up; `isInhibited` while the application wants all keys for itself.
    package mutating func key(
        _ code: UInt32, pressed: Bool, on device: DeviceID, isInhibited: Bool
    ) -> Outcome {
        let press = Press(device: device, code: code)
        if let modifier = BoundKeys.Modifier(code: code) {
            modifiers[press] = pressed ? modifier : nil
            return .pass
        }
        guard pressed else { return swallowed.remove(press) == nil ? .pass : .swallow }
        let chord = BoundKeys(Set(modifiers.values), code)
        guard !isInhibited, let action = actions[chord] else { return .pass }
        swallowed.insert(press)
        return .act(action)
    }

    /// The device is gone, and its keys with it.
    package mutating func remove(_ device: DeviceID) {
        modifiers = modifiers.filter { $0.key.device != device }
        swallowed = swallowed.filter { $0.device != device }
    }
}
