package import Geometry

/// The user's configuration; every field has a default, so no file is needed.
package struct Configuration: Hashable, Sendable {
    package var application = TrustConfiguration()
    /// Whether and when the hosted application is started again after its end.
    package var restarts = RestartConfiguration()
    /// How many outputs the application sees while there is an external: 1, or 2 for the panel and the external.
    package var outputs = 1
    /// Whether programs for X are offered a display.
    package var offersX11 = true
    package var panel = PanelConfiguration()
    package var external = ExternalConfiguration()
    package var controller = ControllerConfiguration()
    package var keyboard = KeyboardConfiguration()
    package var screenKeyboard = ScreenKeyboardConfiguration()
    package var pip = PiPConfiguration()
    package var hud = HUDConfiguration()
    package var menu = MenuConfiguration()
    package var interface = InterfaceConfiguration()
    /// The text that the screens show when the application has ended; nil for the standard text.
    package var failedText: String?
    package var pointer = PointerConfiguration()
    package var touchpad = PointingSettings.ofTouchpads
    package var presenting = PresentingConfiguration()
    package var bindings = BindingConfiguration()
    package var idle = IdleConfiguration()
    package var lock = LockConfiguration()
    package var hooks = HookConfiguration()
    package var sound = SoundConfiguration()
    package var cec = CECConfiguration()
    package var kiosk = KioskConfiguration()
    package var renderer = RendererChoice.auto
    /// Rules for displays; the last rule that sets a value wins.
    package var displays: [DisplayRule] = []
    /// Rules for input devices; the first rule that sets a value wins.
    package var devices: [DeviceRule] = []
    /// Rules for windows; the last rule that sets a value wins.
    package var windowRules: [WindowRule] = []

    package init() {}

    /// The user's rules for windows after the service's own rule, by which cameras open behind the window in use.
    package var allWindowRules: [WindowRule] {
        [WindowRule(appID: TextPattern(PiPSource.cameraPrefix + "*"), WindowEffects(takesFocus: false))] + windowRules
    }

    /// How pointing devices behave.
    package var pointing: PointingRules {
        var rules = PointingRules()
        rules.pointers = pointer.settings
        rules.touchpads = touchpad
        rules.devices = devices
        return rules
    }

    /// The outputs that the application sees. A panel application leaves no room for the content's windows on the panel.
    package var applicationOutputs: Int { panel.command.isEmpty ? outputs : 1 }

    /// Whether some application must not see what the others use.
    package var isAnyConfined: Bool { !application.isTrusted || !panel.command.isEmpty && !panel.trust.isTrusted }

    /// Whether the content and the panel application share a clipboard; both must be trusted.
    package var sharesClipboard: Bool {
        panel.sharesClipboard && panel.trust.isTrusted && application.isTrusted
    }
}

/// The configuration of the panel.
package struct PanelConfiguration: Hashable, Sendable {
    /// The panel application's command line, or an empty array for none.
    package var command: [String] = []
    /// Whether text copied in the content can be pasted in the panel application, and the reverse.
    package var sharesClipboard = true
    package var trust = TrustConfiguration()
    /// Whether and when the panel application is started again after its end.
    package var restarts = RestartConfiguration()
    /// The connector to use as the panel; overrides the rule that prefers built-in displays.
    package var output: OutputID?
    /// The mode to try first.
    package var mode: ModeRequest?
    /// The panel's transform; overrides the mounting that the display reports.
    package var transform: Transform?
    /// Physical pixels per logical pixel, or nil to derive the scale from the display's size.
    package var scale: Scale?
    /// How long a start without a graphics card waits for one; 0 for not at all.
    package var waitMicroseconds: Int64 = 10_000_000
    /// Seconds without a touch after which a panel beside an external turns off; 0 for never.
    package var darkAfterSeconds = 0

    package init() {}
}

/// The configuration of the external.
package struct ExternalConfiguration: Hashable, Sendable {
    /// The connector to use as the external; overrides the policy.
    package var output: OutputID?
    package var policy: ExternalPolicy = .largest
    /// The use of the displays beside the external.
    package var arrangement = ExternalArrangement.copy
    /// The connectors of a row of displays from left to right; displays that are not named follow.
    package var row: [OutputID] = []
    /// The mode to try first.
    package var mode: ModeRequest?
    /// The external's transform, or nil for an upright picture.
    package var transform: Transform?
    /// Physical pixels per logical pixel, or nil to derive the scale from the display's size.
    package var scale: ExternalScale?
    /// When the display varies its refresh; nil for off, unless it was set by hand.
    package var variableRefresh: VariableRefresh?
    /// The percentage that the display cuts off at each edge; nil for none, unless it was set by hand.
    package var overscanPercent: Int?
    /// Whether full-screen clients that prefer tearing get it.
    package var allowsTearing = false
    /// The colour depth that clients may use and, where possible, the cable carries.
    package var depth = ColorDepth.eight
    /// Whether an external is used at all when the service starts.
    package var isMirroringEnabled = true
    /// How long the content stays unchanged after the external disconnects, in case it returns; 0 for not at all.
    package var holdMicroseconds: Int64 = 1_500_000
    /// Whether settings made by hand for a display, including the panel, are restored at its next connection.
    package var remembersSettings = true

    package init() {}
}

/// The scale of the content on the external.
package enum ExternalScale: Hashable, Sendable {
    case fixed(Scale)
    /// Large enough for fingers on the controller.
    case controller
}

/// The configuration of the panel's scene while mirroring.
package struct ControllerConfiguration: Hashable, Sendable {
    package var letterboxColor: Color = .black
    /// The most panel pixels per external pixel.
    package var maximumScale: Double = 1
    package var showsTouchDiscs = true
    /// Whether the snapshot averages the light of pixels instead of their values.
    package var usesLinearLight = false
    /// The most snapshots a second on battery power; 0 for as many as the external has frames.
    package var batteryRate = 0
    /// The mode at the start.
    package var mode = ControllerMode.direct
    package var twoFingers = TwoFingers.view
    /// What a resting finger does.
    package var longPress = LongPress.loupe
    /// How long a finger must rest for a long press.
    package var longPressMilliseconds = 350
    /// What a zoomed controller follows.
    package var follow = ViewFollow.pointer

    package init() {}
}

/// The names of an xkb keymap, empty for the system's defaults, and the key repeat.
package struct KeyboardConfiguration: Hashable, Sendable {
    package var layout = ""
    package var variant = ""
    package var options = ""
    package var model = ""
    /// Repeats per second; 0 for none.
    package var repeatRate = 25
    package var repeatDelayMilliseconds = 600
    /// Whether Num Lock is on at first.
    package var locksNumbers = false

    package init() {}

    /// This configuration with a device's own keymap names.
    ///
    /// A layout of the device removes the variant, which belongs to another layout.
    package func with(_ names: KeymapNames) -> KeyboardConfiguration {
        var configuration = self
        if let layout = names.layout { (configuration.layout, configuration.variant) = (layout, "") }
        configuration.variant = names.variant ?? configuration.variant
        configuration.options = names.options ?? configuration.options
        configuration.model = names.model ?? configuration.model
        return configuration
    }
}

/// The initial settings of the presenter's tools.
package struct PresentingConfiguration: Hashable, Sendable {
    /// The minutes that the menu's timer counts down from, or nil to count up.
    package var timerMinutes: Double?
    /// The keys that turn the content's pages, as Linux event codes; by default Page Down and Page Up.
    package var nextKey: UInt32 = 109
    package var previousKey: UInt32 = 104
    /// Whether turning a page clears the pen's strokes.
    package var clearsOnPage = false

    package init() {}
}

/// The configuration of on-screen keyboards.
package struct ScreenKeyboardConfiguration: Hashable, Sendable {
    /// The command line of a keyboard that the service starts, or an empty array for none.
    package var command: [String] = []
    package var show = KeyboardShow.auto

    package init() {}
}

/// When on-screen keyboards are shown.
package enum KeyboardShow: String, Hashable, Sendable, Codable, CaseIterable {
    /// While a text field has the focus.
    case auto
    case always
    case never
}

/// How far the service trusts a hosted application.
package struct TrustConfiguration: Hashable, Sendable {
    /// Whether the application may control the service through the control socket and the directory of all sockets.
    package var isTrusted = true
    /// What an untrusted application may use in place of the control socket.
    package var control = UntrustedControl.none

    package init() {}
}

/// What an untrusted application may ask the service.
package enum UntrustedControl: String, Hashable, Sendable, CaseIterable {
    case none
    /// The status and the events of picture in picture.
    case status
}

/// Where sound goes.
package struct SoundConfiguration: Hashable, Sendable {
    /// Whether sound goes to the external's own sink while there is an external.
    package var followsExternal = true
    /// The sink of externals, by PipeWire's name or description; nil for the sink with the display's name.
    package var sink: TextPattern?

    package init() {}
}

/// What the service tells televisions over HDMI-CEC.
package struct CECConfiguration: Hashable, Sendable {
    /// Whether a television is turned on and switched to this machine when it has something to show.
    package var turnsOn = true
    /// Whether a television is put to sleep when it has nothing more to show.
    package var putsToSleep = false
    /// The adapter's file, or nil for the adapter in the external's own cable.
    package var device: String?

    package init() {}
}

/// The key bindings of the service.
package struct BindingConfiguration: Hashable, Sendable {
    package var chords: [BoundAction: BoundKeys] = KeyBindings.standard
    /// The commands of the machine's own keys; an empty array runs nothing, and a missing entry is undecided.
    package var machineKeys: [MachineKey: [String]] = [:]
    /// The commands of other keys.
    package var commands: [BoundKeys: [String]] = [:]
    /// Keys sent to the content while the panel application has the keyboard, as Linux event codes.
    package var contentKeys: [BoundKeys: UInt32] = [:]
    /// Whether Ctrl+Alt+F1 to F12 switch to other virtual terminals.
    package var switchesTerminals = true

    package init() {}

    /// All commands by their keys.
    ///
    /// Volume and brightness are no secrets, so the machine's own keys also work while the session is locked.
    package var boundCommands: [BoundKeys: BoundCommand] {
        let ofMachine = machineKeys.filter { !$0.value.isEmpty }
            .map { ($0.key.chord, BoundCommand($0.value, worksWhileLocked: true, repeats: $0.key.repeats)) }
        let own = commands.mapValues { BoundCommand($0) }
        return own.merging(ofMachine) { own, _ in own }
    }
}

/// The renderer to draw with.
package enum RendererChoice: String, Hashable, Sendable, CaseIterable {
    /// The graphics hardware where displays can show its frames, otherwise the processor.
    case auto
    /// The processor, with pixman and Kagami's own kernels.
    case pixman
    /// OpenGL ES, even where the processor draws for it.
    case gles
}

/// The configuration as a kiosk, whose users see the application and nothing of the service.
package struct KioskConfiguration: Hashable, Sendable {
    package var isEnabled = false
    /// How long two fingers must rest in the panel's upper corners to open the menu; 0 for never.
    package var serviceHoldMicroseconds: Int64 = 5_000_000

    package init() {}
}

extension Configuration {
    /// The key bindings in force; a kiosk has only the bindings that send keys to the content.
    package var bindingsInForce: BindingConfiguration {
        guard kiosk.isEnabled else { return bindings }
        var bindings = bindings
        (bindings.chords, bindings.machineKeys, bindings.commands) = ([:], [:], [:])
        bindings.switchesTerminals = false
        return bindings
    }
}
