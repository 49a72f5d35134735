/// What a key binding does.
package enum BoundAction: String, Hashable, Sendable, CaseIterable {
    /// Starts the picture in picture that was shown last, or stops the one that is.
    case pipToggle = "pip_toggle"
    case pipRestore = "pip_restore"
    /// Hides the picture in picture past the nearer side edge, or brings it back.
    case pipHide = "pip_hide"
    case pipPlayPause = "pip_play_pause"
    /// Goes to the window that was used before, and on while the modifiers are held.
    case windowNext = "window_next"
    case windowPrevious = "window_previous"
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
        /// The content, and nobody else, gets this key in place of it.
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
    /// What the content was sent for keys that are down.
    private var sent: [Press: UInt32] = [:]

    /// `contentKeys` are keys for the content while another application has the keyboard.
    package init(
        _ bindings: [BoundAction: BoundKeys] = KeyBindings.standard, contentKeys: [BoundKeys: UInt32] = [:]
    ) {
        self.contentKeys = contentKeys
        // Two actions of one chord cannot both be meant; the first by name is.
        let sorted = bindings.sorted { $0.key.rawValue < $1.key.rawValue }
        actions = Dictionary(sorted.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// Meta with P, and with Shift, H and the space bar in place of it; Alt with Tab, and with Shift.
    package static let standard: [BoundAction: BoundKeys] = [
        .pipToggle: BoundKeys([.meta], 25), .pipRestore: BoundKeys([.meta, .shift], 25),
        .pipHide: BoundKeys([.meta], 35), .pipPlayPause: BoundKeys([.meta], 57),
        .windowNext: BoundKeys([.alt], 15), .windowPrevious: BoundKeys([.alt, .shift], 15),
    ]

    /// A modifier is held.
    package var hasModifiers: Bool { !modifiers.isEmpty }

    /// A key went down or up; `isInhibited` while the application wants all keys for itself, `isForContent` while the
    /// content has the keyboard. What is `pointless` now is not done, and its key is the application's.
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

    /// The device is gone, and its keys with it.
    package mutating func remove(_ device: DeviceID) {
        modifiers = modifiers.filter { $0.key.device != device }
        swallowed = swallowed.filter { $0.device != device }
        sent = sent.filter { $0.key.device != device }
    }
}
