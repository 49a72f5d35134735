package import Geometry

/// The user's configuration; every field has a default, so that no file is needed.
package struct Configuration: Hashable, Sendable {
    package var application = TrustConfiguration()
    /// Whether the hosted application is started again when it has ended.
    package var restarts = RestartConfiguration()
    package var panel = PanelConfiguration()
    package var external = ExternalConfiguration()
    package var controller = ControllerConfiguration()
    package var keyboard = KeyboardConfiguration()
    package var screenKeyboard = ScreenKeyboardConfiguration()
    package var pip = PiPConfiguration()
    package var hud = HUDConfiguration()
    package var menu = MenuConfiguration()
    package var interface = InterfaceConfiguration()
    /// What the screens say when the application has ended; nil for its name and that it has.
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
    /// Rules for displays; of several that set a value the last one counts.
    package var displays: [DisplayRule] = []
    /// Rules for input devices; of several that set a value the first one counts.
    package var devices: [DeviceRule] = []
    /// Rules for windows; of several that set a value the last one counts.
    package var windowRules: [WindowRule] = []

    package init() {}

    /// The user's rules for windows, after those of the service: cameras come up behind the window in use.
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

    /// Whether content and panel application share what is copied: never with an application that is not trusted.
    package var sharesClipboard: Bool {
        panel.sharesClipboard && panel.trust.isTrusted && application.isTrusted
    }
}

/// The primary display.
package struct PanelConfiguration: Hashable, Sendable {
    /// The panel application's command line; empty for none.
    package var command: [String] = []
    /// Whether what is copied in the content can be pasted in the panel application, and the other way round.
    package var sharesClipboard = true
    package var trust = TrustConfiguration()
    /// Whether the panel application is started again when it has ended.
    package var restarts = RestartConfiguration()
    /// The connector to use as the panel; overrides the built-in-first rule.
    package var output: OutputID?
    /// The mode to try first.
    package var mode: ModeRequest?
    /// The panel's transform; overrides the mounting that the display reports.
    package var transform: Transform?
    /// Physical pixels per logical pixel; nil to derive it from the display's size.
    package var scale: Scale?
    /// How long to wait at the start for a graphics card, where there is none yet; 0 for not at all.
    package var waitMicroseconds: Int64 = 10_000_000
    /// Seconds without a touch on the panel after which it is turned off beside an external; 0 for never.
    package var darkAfterSeconds = 0

    package init() {}
}

/// The external display.
package struct ExternalConfiguration: Hashable, Sendable {
    /// The connector to use as the external; overrides the policy.
    package var output: OutputID?
    package var policy: ExternalPolicy = .largest
    /// The mode to try first.
    package var mode: ModeRequest?
    /// Nil for an upright picture.
    package var transform: Transform?
    /// Physical pixels per logical pixel; nil to derive it from the display's size.
    package var scale: ExternalScale?
    /// Nil for off, unless it was set by hand.
    package var variableRefresh: VariableRefresh?
    /// How much of each edge the display cuts off, in percent; nil for nothing, unless it was set by hand.
    package var overscanPercent: Int?
    /// Whether a full-screen client that prefers tearing gets it.
    package var allowsTearing = false
    /// Of each colour: what clients may hand over, and what the cable carries where it can.
    package var depth = ColorDepth.eight
    /// Whether an external is used at all when the service starts.
    package var isMirroringEnabled = true
    /// How long the content stays as it is when the external drops out, in case that comes back; 0 for not at all.
    package var holdMicroseconds: Int64 = 1_500_000
    /// Whether what is set by hand for a display, the panel included, is remembered for when it is plugged in again.
    package var remembersSettings = true

    package init() {}
}

/// The scale of the content on the external.
package enum ExternalScale: Hashable, Sendable {
    case fixed(Scale)
    /// Large enough for fingers on the controller.
    case controller
}

/// The panel's scene while mirroring.
package struct ControllerConfiguration: Hashable, Sendable {
    package var letterboxColor: Color = .black
    /// The most panel pixels per external pixel.
    package var maximumScale: Double = 1
    package var showsTouchDiscs = true
    /// Whether the snapshot averages the light of pixels instead of their values.
    package var usesLinearLight = false
    /// The most snapshots a second while the computer runs on its battery; 0 for as many as the external has frames.
    package var batteryRate = 0
    /// The mode at the start.
    package var mode = ControllerMode.direct
    package var twoFingers = TwoFingers.view
    /// What a finger does that rests.
    package var longPress = LongPress.loupe
    /// How long a finger must rest for that.
    package var longPressMilliseconds = 350
    /// What a zoomed controller pans with.
    package var follow = ViewFollow.pointer

    package init() {}
}

/// An xkb keymap by names, empty for the system's default, and the key repeat.
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

    /// The same with a device's own names. Its layout comes without the variant of another one.
    package func with(_ names: KeymapNames) -> KeyboardConfiguration {
        var configuration = self
        if let layout = names.layout { (configuration.layout, configuration.variant) = (layout, "") }
        configuration.variant = names.variant ?? configuration.variant
        configuration.options = names.options ?? configuration.options
        configuration.model = names.model ?? configuration.model
        return configuration
    }
}

/// What a presenter's tools begin with.
package struct PresentingConfiguration: Hashable, Sendable {
    /// What the menu's timer counts down from; nil to count up.
    package var timerMinutes: Double?
    /// The keys that turn the content's pages, as Linux event codes: Page Down and Page Up.
    package var nextKey: UInt32 = 109
    package var previousKey: UInt32 = 104
    /// Whether the pen's strokes go with the page that they were drawn on.
    package var clearsOnPage = false

    package init() {}
}

/// On-screen keyboards.
package struct ScreenKeyboardConfiguration: Hashable, Sendable {
    /// The command line of a keyboard that the service starts; empty for none.
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

/// How far a hosted application is trusted with the service.
package struct TrustConfiguration: Hashable, Sendable {
    /// Whether the application may control the service, through the control socket and the directory of all sockets.
    package var isTrusted = true
    /// What an untrusted application gets in place of the control socket.
    package var control = UntrustedControl.none

    package init() {}
}

/// What an untrusted application may ask of the service.
package enum UntrustedControl: String, Hashable, Sendable, CaseIterable {
    case none
    /// The status, and the events of picture in picture.
    case status
}

/// Where sound goes.
package struct SoundConfiguration: Hashable, Sendable {
    /// Whether sound goes to the external's own sink while there is an external.
    package var followsExternal = true
    /// The sink of externals, by PipeWire's name or in words; nil for the one that has the display's name.
    package var sink: TextPattern?

    package init() {}
}

/// What televisions are told over HDMI-CEC.
package struct CECConfiguration: Hashable, Sendable {
    /// Whether a television is turned on, and switched to this machine, when something is to be seen on it.
    package var turnsOn = true
    /// Whether it is put to sleep when nothing is to be seen any more.
    package var putsToSleep = false
    /// The adapter's file; nil for the one in the external's own cable.
    package var device: String?

    package init() {}
}

/// The key bindings of the service.
package struct BindingConfiguration: Hashable, Sendable {
    package var chords: [BoundAction: BoundKeys] = KeyBindings.standard
    /// What keys of the machine's own run; empty for nothing. Without an entry it is not decided yet.
    package var machineKeys: [MachineKey: [String]] = [:]
    /// What other keys run.
    package var commands: [BoundKeys: [String]] = [:]
    /// Keys sent to the content while the panel application has the keyboard, as Linux event codes.
    package var contentKeys: [BoundKeys: UInt32] = [:]
    /// Whether Ctrl+Alt+F1 to F12 switch to other virtual terminals.
    package var switchesTerminals = true

    package init() {}

    /// All commands by their keys. Volume and brightness are no secrets: their keys work while the session is locked.
    package var boundCommands: [BoundKeys: BoundCommand] {
        let ofMachine = machineKeys.filter { !$0.value.isEmpty }
            .map { ($0.key.chord, BoundCommand($0.value, worksWhileLocked: true, repeats: $0.key.repeats)) }
        let own = commands.mapValues { BoundCommand($0) }
        return own.merging(ofMachine) { own, _ in own }
    }
}

/// What draws.
package enum RendererChoice: String, Hashable, Sendable, CaseIterable {
    /// The graphics hardware where there is some that displays can show frames of, otherwise the processor.
    case auto
    /// The processor, with pixman and kernels of our own.
    case pixman
    /// OpenGL ES, even where the processor draws for it.
    case gles
}

/// The machine as a kiosk: its users have the application, and nothing of the service's own.
package struct KioskConfiguration: Hashable, Sendable {
    package var isEnabled = false
    /// How long a finger in each upper corner of the panel must rest to open the menu; 0 for never.
    package var serviceHoldMicroseconds: Int64 = 5_000_000

    package init() {}
}

extension Configuration {
    /// The key bindings in force: in a kiosk those alone that send keys to the content.
    package var bindingsInForce: BindingConfiguration {
        guard kiosk.isEnabled else { return bindings }
        var bindings = bindings
        (bindings.chords, bindings.machineKeys, bindings.commands) = ([:], [:], [:])
        bindings.switchesTerminals = false
        return bindings
    }
}
