/// What a key binding does.
package enum BoundAction: String, Hashable, Sendable, CaseIterable {
    /// Starts the picture in picture that was shown last, or stops the current one.
    case pipToggle = "pip_toggle"
    case pipRestore = "pip_restore"
    /// Hides the picture in picture past the nearer side edge, or brings it back.
    case pipHide = "pip_hide"
    case pipPlayPause = "pip_play_pause"
    /// Switches to the window used before, and further back while the modifiers are held.
    case windowNext = "window_next"
    case windowPrevious = "window_previous"
}

/// A key with modifiers, as Linux event codes. Left and right modifiers are equal.
package struct BoundKeys: Hashable, Sendable {
    package enum Modifier: String, Hashable, Sendable, CaseIterable {
        case ctrl, alt, shift, meta

        /// The modifier of a key code; nil for any other key.
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

/// Follows the keys of all keyboards and finds those that are bound.
///
/// Applications receive neither the press nor the release of a bound key, but do receive the modifiers around it. An
/// application that inhibits shortcuts gets all keys.
package struct KeyBindings {
    /// What to do with a key event.
    package enum Outcome: Hashable, Sendable {
        /// Deliver it to the application.
        case pass
        /// Drop it: it belongs to a bound key.
        case swallow
        case act(BoundAction)
        /// Send this key instead, to the content only.
        case send(UInt32, pressed: Bool)
    }

    private struct Press: Hashable {
        let device: DeviceID
        let code: UInt32
    }

    private let actions: [BoundKeys: BoundAction]
    private let contentKeys: [BoundKeys: UInt32]
    private var modifiers: [Press: BoundKeys.Modifier] = [:]
    private var swallowed: Set<Press> = []
    /// The codes sent to the content for keys that are down.
    private var sent: [Press: UInt32] = [:]

    /// `contentKeys` are sent to the content while another application has the keyboard.
    package init(
        _ bindings: [BoundAction: BoundKeys] = KeyBindings.standard, contentKeys: [BoundKeys: UInt32] = [:]
    ) {
        self.contentKeys = contentKeys
        // Two actions cannot share a chord; the first by name gets it.
        let sorted = bindings.sorted { $0.key.rawValue < $1.key.rawValue }
        actions = Dictionary(sorted.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// Meta+P, Meta+Shift+P, Meta+H, Meta+Space, Alt+Tab and Alt+Shift+Tab.
    package static let standard: [BoundAction: BoundKeys] = [
        .pipToggle: BoundKeys([.meta], 25), .pipRestore: BoundKeys([.meta, .shift], 25),
        .pipHide: BoundKeys([.meta], 35), .pipPlayPause: BoundKeys([.meta], 57),
        .windowNext: BoundKeys([.alt], 15), .windowPrevious: BoundKeys([.alt, .shift], 15),
    ]

    /// Whether a modifier is held.
    package var hasModifiers: Bool { !modifiers.isEmpty }

    /// Takes the press or release of a key. `isInhibited`: the application inhibits shortcuts. `isForContent`: the
    /// content has the keyboard. Actions in `pointless` are not performed, and their keys go to the application.
    package mutating func key(
        _ code: UInt32, pressed: Bool, on device: DeviceID, isInhibited: Bool, isForContent: Bool = true,
        pointless: Set<BoundAction> = []
    ) -> Outcome {
        let press = Press(device: device, code: code)
        if let modifier = BoundKeys.Modifier(code: code) {
            modifiers[press] = pressed ? modifier : nil
            return .pass
        }
        guard pressed else {
            if let code = sent.removeValue(forKey: press) { return .send(code, pressed: false) }
            return swallowed.remove(press) == nil ? .pass : .swallow
        }
        let chord = BoundKeys(Set(modifiers.values), code)
        if isInhibited { return .pass }
        if let action = actions[chord], !pointless.contains(action) {
            swallowed.insert(press)
            return .act(action)
        }
        guard !isForContent, let code = contentKeys[chord] else { return .pass }
        sent[press] = code
        return .send(code, pressed: true)
    }

    /// Removes a device and the keys that it holds.
    package mutating func remove(_ device: DeviceID) {
        modifiers = modifiers.filter { $0.key.device != device }
        swallowed = swallowed.filter { $0.device != device }
        sent = sent.filter { $0.key.device != device }
    }
}
