/// The action of a key binding.
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
    /// Asks the window in use to close.
    case windowClose = "window_close"
    /// Switches to the controller's next mode.
    case controllerMode = "controller_mode"
    /// Shows the whole content on the controller, or the last zoom again.
    case controllerZoom = "controller_zoom"
    /// Shows or hides the on-screen keyboard.
    case screenKeyboard = "screen_keyboard"
    /// Selects the presenter's next tool, or no tool after the last one.
    case presenterTool = "presenter_tool"
    /// Removes the pen's newest stroke.
    case presenterUndo = "presenter_undo"
    /// Freezes the external's picture, or shows the content again.
    case freeze
    /// Opens or closes the panel menu; while scanning, chooses the highlighted entry.
    case panelMenu = "panel_menu"

    /// Whether the action works while the session is locked, because it only helps with what is already visible.
    package var worksWhileLocked: Bool { [.controllerMode, .controllerZoom, .screenKeyboard].contains(self) }
}

/// A key with modifiers, as Linux event codes; left and right modifiers are equal.
package struct BoundKeys: Hashable, Sendable {
    package enum Modifier: String, Hashable, Sendable, CaseIterable {
        case ctrl, alt, shift, meta

        /// The modifier of a key code, or nil for any other key.
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

/// A key of the machine's own, such as a volume key, which may run a command.
package enum MachineKey: String, Hashable, Sendable, CaseIterable {
    case volumeUp = "volume_up"
    case volumeDown = "volume_down"
    case volumeMute = "volume_mute"
    case microphoneMute = "microphone_mute"
    case brightnessUp = "brightness_up"
    case brightnessDown = "brightness_down"

    /// `KEY_VOLUMEUP`, `KEY_VOLUMEDOWN`, `KEY_MUTE`, `KEY_MICMUTE`, `KEY_BRIGHTNESSUP` and `KEY_BRIGHTNESSDOWN`.
    package var chord: BoundKeys {
        switch self {
        case .volumeUp: BoundKeys([], 115)
        case .volumeDown: BoundKeys([], 114)
        case .volumeMute: BoundKeys([], 113)
        case .microphoneMute: BoundKeys([], 248)
        case .brightnessUp: BoundKeys([], 225)
        case .brightnessDown: BoundKeys([], 224)
        }
    }

    /// Whether the command repeats while the key is held.
    package var repeats: Bool {
        switch self {
        case .volumeUp, .volumeDown, .brightnessUp, .brightnessDown: true
        case .volumeMute, .microphoneMute: false
        }
    }

    /// The command of the key where none is configured and the program is installed.
    package var standardCommand: [String] {
        let (sink, microphone) = ("@DEFAULT_AUDIO_SINK@", "@DEFAULT_AUDIO_SOURCE@")
        return switch self {
        case .volumeUp: ["wpctl", "set-volume", "-l", "1", sink, "5%+"]
        case .volumeDown: ["wpctl", "set-volume", sink, "5%-"]
        case .volumeMute: ["wpctl", "set-mute", sink, "toggle"]
        case .microphoneMute: ["wpctl", "set-mute", microphone, "toggle"]
        case .brightnessUp: ["brightnessctl", "--class=backlight", "set", "5%+"]
        case .brightnessDown: ["brightnessctl", "--class=backlight", "set", "5%-"]
        }
    }
}

/// A command of the user that a key runs.
package struct BoundCommand: Hashable, Sendable {
    /// The program and its arguments.
    package var words: [String]
    package var worksWhileLocked: Bool
    /// Whether the command repeats while the key is held.
    package var repeats: Bool

    package init(_ words: [String], worksWhileLocked: Bool = false, repeats: Bool = false) {
        self.words = words
        self.worksWhileLocked = worksWhileLocked
        self.repeats = repeats
    }
}

/// A key of one keyboard, as a Linux event code.
package struct DeviceKey: Hashable, Sendable {
    package var code: UInt32
    package var device: DeviceID

    package init(_ code: UInt32, of device: DeviceID) {
        self.code = code
        self.device = device
    }
}

/// Finds the keys that are bound: the VT switch on Ctrl+Alt+F1 to F12, and the configured chords.
///
/// Codes are Linux event codes (`input-event-codes.h`). The modifiers held on all keyboards count together, regardless
/// of the application that receives them. The VT switch works regardless of the applications. An application that
/// inhibits shortcuts gets all other keys.
package struct KeyBindings {
    /// What the press of a key leads to.
    package enum Outcome: Hashable, Sendable {
        /// Deliver the key to the application.
        case pass
        case act(BoundAction)
        /// Run the command.
        case run(BoundCommand)
        /// Send this key instead, only to the content.
        case send(UInt32)
    }

    private let actions: [BoundKeys: BoundAction]
    private let commands: [BoundKeys: BoundCommand]
    private let contentKeys: [BoundKeys: UInt32]
    private let switchesTerminals: Bool
    /// The codes of the modifiers that are down on each device.
    private var modifiers: [DeviceID: Set<UInt32>] = [:]

    /// Bindings of actions and commands, and of keys sent to the content while another application has the keyboard.
    package init(
        _ bindings: [BoundAction: BoundKeys] = KeyBindings.standard, commands: [BoundKeys: BoundCommand] = [:],
        contentKeys: [BoundKeys: UInt32] = [:], switchesTerminals: Bool = true
    ) {
        self.commands = commands
        self.switchesTerminals = switchesTerminals
        self.contentKeys = contentKeys
        // Two actions cannot share a chord; the first by name gets it.
        let sorted = bindings.sorted { $0.key.rawValue < $1.key.rawValue }
        actions = Dictionary(sorted.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// The bindings without a configuration.
    ///
    /// The keys are Meta+P, Meta+Shift+P, Meta+H, Meta+Space, Alt+Tab, Alt+Shift+Tab, Alt+F4, Meta+M, Meta+Z, Meta+K,
    /// Meta+L, Meta+U, Meta+F and Meta+O.
    package static let standard: [BoundAction: BoundKeys] = [
        .pipToggle: BoundKeys([.meta], 25), .pipRestore: BoundKeys([.meta, .shift], 25),
        .pipHide: BoundKeys([.meta], 35), .pipPlayPause: BoundKeys([.meta], 57),
        .windowNext: BoundKeys([.alt], 15), .windowPrevious: BoundKeys([.alt, .shift], 15),
        .windowClose: BoundKeys([.alt], 62),
        .controllerMode: BoundKeys([.meta], 50), .controllerZoom: BoundKeys([.meta], 44),
        .screenKeyboard: BoundKeys([.meta], 37), .presenterTool: BoundKeys([.meta], 38),
        .presenterUndo: BoundKeys([.meta], 22),
        .freeze: BoundKeys([.meta], 33), .panelMenu: BoundKeys([.meta], 24),
    ]

    /// These bindings with the held modifiers of `other`.
    package func holding(_ other: KeyBindings) -> KeyBindings {
        var copy = self
        copy.modifiers = other.modifiers
        return copy
    }

    /// Whether a modifier is held.
    package var hasModifiers: Bool { !modifiers.isEmpty }

    /// Records the press or release of any key.
    package mutating func note(_ code: UInt32, pressed: Bool, on device: DeviceID) {
        guard BoundKeys.Modifier(code: code) != nil else { return }
        if pressed {
            modifiers[device, default: []].insert(code)
        } else {
            modifiers[device]?.remove(code)
            if modifiers[device]?.isEmpty == true { modifiers[device] = nil }
        }
    }

    /// The virtual terminal that the press of a key switches to, or nil for any other key.
    package func terminal(forPressing code: UInt32) -> Int? {
        guard switchesTerminals, let terminal = Self.terminal(forFunctionKey: code) else { return nil }
        return heldModifiers.isSuperset(of: [.ctrl, .alt]) ? terminal : nil
    }

    /// What the press of a key leads to.
    ///
    /// `isInhibited` says that the application inhibits shortcuts, and `isForContent` that the content has the
    /// keyboard. Actions in `pointless` are not performed; their keys go to the application. While the session
    /// `isLocked`, the keys of commands that do not work then also go to the application.
    package func outcome(
        ofPressing code: UInt32, isInhibited: Bool = false, isForContent: Bool = true,
        pointless: Set<BoundAction> = [], isLocked: Bool = false
    ) -> Outcome {
        guard !isInhibited, BoundKeys.Modifier(code: code) == nil else { return .pass }
        let chord = BoundKeys(heldModifiers, code)
        if let action = actions[chord], !pointless.contains(action) { return .act(action) }
        if let command = commands[chord], command.worksWhileLocked || !isLocked { return .run(command) }
        guard !isForContent, let replacement = contentKeys[chord] else { return .pass }
        return .send(replacement)
    }

    /// Removes a device and the modifiers that it holds.
    package mutating func remove(_ device: DeviceID) {
        modifiers[device] = nil
    }

    /// The modifiers held on any keyboard.
    var heldModifiers: Set<BoundKeys.Modifier> {
        modifiers.values.reduce(into: []) { $0.formUnion($1.compactMap(BoundKeys.Modifier.init(code:))) }
    }

    /// The terminal of a function key: KEY_F1 to KEY_F10 are 59 to 68; KEY_F11 and KEY_F12 are 87 and 88.
    private static func terminal(forFunctionKey code: UInt32) -> Int? {
        switch code {
        case 59...68: Int(code) - 58
        case 87, 88: Int(code) - 76
        default: nil
        }
    }
}
