import Geometry
import Control
import Mirroring

/// Lists every key of the configuration with its value, as in a file.
enum ConfigurationListing {
    static func values(of configuration: Configuration) -> [(key: String, value: ConfigurationValue)] {
        let sections: [(String, [(String, ConfigurationValue)])] = [
            (
                "application",
                trust(configuration.application) + restarts(configuration.restarts)
                    + [
                        ("failed_text", .optional(configuration.failedText)),
                        ("outputs", .integer(configuration.outputs)), ("x11", .flag(configuration.offersX11)),
                    ]
            ),
            (
                "panel",
                panel(configuration.panel) + trust(configuration.panel.trust) + restarts(configuration.panel.restarts)
            ),
            ("external", external(configuration.external)),
            ("controller", controller(configuration.controller)), ("keyboard", keyboard(configuration.keyboard)),
            ("screen_keyboard", screenKeyboard(configuration.screenKeyboard)),
            ("pip", pip(configuration.pip)), ("hud", hud(configuration.hud)),
            ("menu", menu(configuration.menu)), ("interface", interface(configuration.interface)),
            (
                "pointer",
                [
                    ("hide", hiding(configuration.pointer.hiding)), ("theme", .optional(configuration.pointer.theme)),
                    ("size", configuration.pointer.size.map(ConfigurationValue.integer) ?? .none),
                ] + pointing(configuration.pointer.settings)
            ),
            ("touchpad", touchpad(configuration.touchpad)),
            ("presenting", presenting(configuration.presenting)),
            ("bindings", bindings(configuration.bindings)),
            ("renderer", [("use", .text(configuration.renderer.rawValue))]),
            ("idle", idle(configuration.idle)),
            ("lock", [("command", .words(configuration.lock.command))]),
            (
                "kiosk",
                [
                    ("enabled", .flag(configuration.kiosk.isEnabled)),
                    ("service_hold_s", .integer(Int(configuration.kiosk.serviceHoldMicroseconds / 1_000_000))),
                ]
            ),
            (
                "sound",
                [
                    ("follow", .flag(configuration.sound.followsExternal)),
                    ("sink", .optional(configuration.sound.sink?.text)),
                ]
            ),
            (
                "cec",
                [
                    ("turn_on", .flag(configuration.cec.turnsOn)), ("standby", .flag(configuration.cec.putsToSleep)),
                    ("device", .optional(configuration.cec.device)),
                ]
            ),
            ("hooks", hooks(configuration.hooks)),
            ("binding", commands(configuration.bindings)),
            ("content_key", contentKeys(configuration.bindings)),
        ]
        let devices = configuration.devices.enumerated().map { index, rule in
            ("device[\(index)]", device(rule))
        }
        let entries = configuration.menu.commands.enumerated().map { index, entry in
            (
                "menu_entry[\(index)]",
                [
                    ("name", ConfigurationValue.text(entry.name)),
                    ("command", .list(entry.command.map(ConfigurationValue.text))),
                ]
            )
        }
        let rules = configuration.windowRules.enumerated().map { ("window_rule[\($0)]", windowRule($1)) }
        let displays = configuration.displays.enumerated().map { ("display[\($0)]", display($1)) }
        return (sections + entries + rules + displays + devices).flatMap { section, values in
            values.map { (key: "\(section).\($0)", value: $1) }
        }
    }

    private static func windowRule(_ rule: WindowRule) -> [(String, ConfigurationValue)] {
        return [
            ("app_id", .optional(rule.appID?.text)), ("title", .optional(rule.title?.text)),
            ("fullscreen", .optional(rule.effects.isFullscreen)), ("fill", .optional(rule.effects.fills)),
            ("above", .optional(rule.effects.isAbove)), ("focus", .optional(rule.effects.takesFocus)),
            ("scale", rule.effects.scale.map { .number($0.factor) } ?? .none),
            ("touch", .optional(rule.effects.takesTouch)), ("panel", .optional(rule.effects.isOnPanel)),
        ]
    }

    private static func display(_ rule: DisplayRule) -> [(String, ConfigurationValue)] {
        [
            ("connector", .optional(rule.connector?.text)), ("make", .optional(rule.make?.text)),
            ("model", .optional(rule.model?.text)), ("serial", .optional(rule.serial?.text)),
            ("size_mm", .optional(rule.size.map { "\($0.width)x\($0.height)" })),
            ("role", .optional(rule.role?.rawValue)), ("mode", .optional(rule.settings.mode.map(ModeText.text))),
            ("scale", rule.settings.scale.map { .number($0.factor) } ?? .none),
            ("transform", .optional(rule.settings.transform.map { TransformName($0).description })),
            ("vrr", .optional(rule.settings.variableRefresh?.rawValue)),
            ("controller", .optional(rule.settings.controllerMode?.rawValue)),
            ("overscan", rule.settings.overscanPercent.map(ConfigurationValue.integer) ?? .none),
            ("sink", .optional(rule.sink?.text)), ("command", .words(rule.command)),
        ]
    }

    private static func trust(_ trust: TrustConfiguration) -> [(String, ConfigurationValue)] {
        [("trusted", .flag(trust.isTrusted)), ("control", .text(trust.control.rawValue))]
    }

    private static func restarts(_ restarts: RestartConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("restart", .text(restarts.policy.rawValue)), ("restart_limit", .integer(restarts.limit)),
            ("restart_window_s", .integer(Int(restarts.windowMicroseconds / 1_000_000))),
            ("restart_delay_ms", .milliseconds(restarts.delayMicroseconds)),
        ]
    }

    private static func panel(_ panel: PanelConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("command", .words(panel.command)),
            ("output", .optional(panel.output?.name)),
            ("mode", .optional(panel.mode.map(ModeText.text))),
            ("transform", .optional(panel.transform.map { TransformName($0).description })),
            ("scale", panel.scale.map { .number($0.factor) } ?? .none),
            ("wait_ms", .milliseconds(panel.waitMicroseconds)),
            ("dark_after_s", .integer(panel.darkAfterSeconds)),
            ("share_clipboard", .flag(panel.sharesClipboard)),
        ]
    }

    private static func external(_ external: ExternalConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("output", .optional(external.output?.name)), ("policy", .text(external.policy.rawValue)),
            ("arrange", .text(external.arrangement.rawValue)),
            ("row", .words(external.row.map(\.name))),
            ("mode", .optional(external.mode.map(ModeText.text))),
            ("transform", .optional(external.transform.map { TransformName($0).description })),
            ("scale", external.scale.map(scale) ?? .none),
            ("vrr", .optional(external.variableRefresh?.rawValue)), ("tearing", .flag(external.allowsTearing)),
            ("depth", .integer(external.depth.rawValue)),
            ("overscan", external.overscanPercent.map(ConfigurationValue.integer) ?? .none),
            ("enabled", .flag(external.isMirroringEnabled)),
            ("hold_ms", .milliseconds(external.holdMicroseconds)),
            ("remember", .flag(external.remembersSettings)),
        ]
    }

    private static func scale(_ scale: ExternalScale) -> ConfigurationValue {
        switch scale {
        case .fixed(let scale): .number(scale.factor)
        case .controller: .text("controller")
        }
    }

    private static func controller(_ controller: ControllerConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("bar_color", .text(controller.letterboxColor.hex)), ("maximum_scale", .number(controller.maximumScale)),
            ("touch_discs", .flag(controller.showsTouchDiscs)), ("linear_light", .flag(controller.usesLinearLight)),
            ("battery_rate", .integer(controller.batteryRate)),
            ("mode", .text(controller.mode.rawValue)), ("two_fingers", .text(controller.twoFingers.rawValue)),
            ("long_press", .text(controller.longPress.rawValue)),
            ("long_press_ms", .integer(controller.longPressMilliseconds)),
            ("follow", .text(controller.follow.rawValue)),
        ]
    }

    private static func hooks(_ hooks: HookConfiguration) -> [(String, ConfigurationValue)] {
        ServiceEvent.Kind.hookable.map { ($0.rawValue, .words(hooks.commands[$0.rawValue] ?? [])) }
            + [("timeout_s", .integer(Int(hooks.limitMicroseconds / 1_000_000)))]
    }

    private static func idle(_ idle: IdleConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("dim_after_s", .integer(idle.dimAfterSeconds)), ("dim_percent", .integer(idle.dimPercent)),
            ("panel_off_after_s", .integer(idle.panelOffAfterSeconds)),
            ("external_off_after_s", .integer(idle.externalOffAfterSeconds)),
            ("blank_after_s", .integer(idle.blankAfterSeconds)),
            ("command_after_s", .integer(idle.commandAfterSeconds)), ("command", .words(idle.command)),
            ("hint_after_s", .integer(idle.hintAfterSeconds)),
        ]
    }

    private static func keyboard(_ keyboard: KeyboardConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("layout", .text(keyboard.layout)), ("variant", .text(keyboard.variant)),
            ("options", .text(keyboard.options)), ("model", .text(keyboard.model)),
            ("repeat_rate", .integer(keyboard.repeatRate)),
            ("repeat_delay_ms", .integer(keyboard.repeatDelayMilliseconds)),
            ("numlock", .flag(keyboard.locksNumbers)),
        ]
    }

    private static func screenKeyboard(_ keyboard: ScreenKeyboardConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("command", .words(keyboard.command)), ("show", .text(keyboard.show.rawValue)),
        ]
    }

    private static func pip(_ pip: PiPConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("source", .optional(pip.source?.description)), ("corner", .text(pip.corner.rawValue)),
            ("size", .number(pip.share)), ("minimum_size", .number(pip.minimumShare)),
            ("maximum_size", .number(pip.maximumShare)),
            ("sizes", .list(pip.shares.map(ConfigurationValue.number))), ("margin", .integer(pip.margins.left)),
            ("interaction", .text(pip.interaction.rawValue)),
            ("animation_ms", .milliseconds(pip.animationMicroseconds)), ("reduced_motion", .flag(pip.reducesMotion)),
            ("rate", .integer(pip.maximumRate)), ("updates", .text(pip.updates.rawValue)),
            ("ask_for_size", .flag(pip.asksForSize)), ("camera_player", .words(pip.cameraPlayer)),
            ("auto_start", .flag(pip.startsAutomatically)),
            ("auto_stop", .number(Double(pip.autoStopMicroseconds) / 1_000_000)),
            ("start_timeout_ms", .milliseconds(pip.startTimeoutMicroseconds)),
            ("restore_timeout_ms", .milliseconds(pip.restoreTimeoutMicroseconds)),
            ("playback_timeout_ms", .milliseconds(pip.playbackTimeoutMicroseconds)),
        ]
    }

    private static func hud(_ hud: HUDConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("layout", .optional(hud.layoutPath)), ("show", .optional(hud.place?.rawValue)),
            ("height", hud.height.map(ConfigurationValue.integer) ?? .none),
            ("over_fullscreen", .flag(hud.isOverFullscreen)),
            ("comment_seconds", .integer(hud.commentSeconds)),
        ]
    }

    private static func menu(_ menu: MenuConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("edge", .text(menu.edge.rawValue)), ("place", .number(menu.place)),
            ("handle_mm", .number(menu.lengthMillimetres)), ("handle", .text(menu.handle.rawValue)),
            ("launcher", .flag(menu.hasLauncher)),
            ("scan_ms", .milliseconds(menu.scanMicroseconds)),
        ]
    }

    private static func interface(_ interface: InterfaceConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("language", .optional(interface.language?.rawValue)), ("contrast", .text(interface.contrast.rawValue)),
            ("size", .number(interface.size)), ("hints", .flag(interface.showsHints)),
            ("motion", .flag(interface.showsMotion)),
        ]
    }

    private static func pointing(_ settings: PointingSettings) -> [(String, ConfigurationValue)] {
        [
            ("accel_speed", settings.speed.map(ConfigurationValue.number) ?? .none),
            ("accel_profile", .optional(settings.profile?.rawValue)),
            ("natural_scroll", .optional(settings.scrollsNaturally)),
            ("left_handed", .optional(settings.isLeftHanded)),
            ("middle_emulation", .optional(settings.emulatesMiddle)),
            ("scroll_method", .optional(settings.scrollMethod?.rawValue)),
            ("scroll_button", settings.scrollButton.map(button) ?? .none),
        ]
    }

    private static func button(_ code: UInt32) -> ConfigurationValue {
        ButtonNames.name(of: code).map(ConfigurationValue.text) ?? .integer(Int(code))
    }

    private static func touchpad(_ settings: PointingSettings) -> [(String, ConfigurationValue)] {
        pointing(settings) + [
            ("tap", .optional(settings.taps)), ("drag", .optional(settings.drags)),
            ("drag_lock", .optional(settings.locksDrags)),
            ("disable_while_typing", .optional(settings.isOffWhileTyping)),
            ("click_method", .optional(settings.clickMethod?.rawValue)),
        ]
    }

    private static func device(_ rule: DeviceRule) -> [(String, ConfigurationValue)] {
        [("name", .text(rule.name)), ("output", .optional(rule.output))] + touchpad(rule.pointing)
            + [
                ("layout", .optional(rule.keymap.layout)), ("variant", .optional(rule.keymap.variant)),
                ("options", .optional(rule.keymap.options)), ("model", .optional(rule.keymap.model)),
            ]
    }

    private static func hiding(_ hiding: PointerHiding) -> ConfigurationValue {
        switch hiding {
        case .touch: .text("touch")
        case .always: .text("always")
        case .after(let seconds): .integer(seconds)
        }
    }

    private static func presenting(_ presenting: PresentingConfiguration) -> [(String, ConfigurationValue)] {
        [
            ("timer_minutes", .number(presenting.timerMinutes ?? 0)),
            ("next_key", .text(KeyNames.name(of: presenting.nextKey))),
            ("previous_key", .text(KeyNames.name(of: presenting.previousKey))),
            ("clear_on_page", .flag(presenting.clearsOnPage)),
        ]
    }

    private static func bindings(_ bindings: BindingConfiguration) -> [(String, ConfigurationValue)] {
        BoundAction.allCases.map { action in
            (action.rawValue, .text(bindings.chords[action].map(text) ?? "none"))
        }
            + MachineKey.allCases.map { key in
                (key.rawValue, bindings.machineKeys[key].map { $0.isEmpty ? .text("none") : .words($0) } ?? .none)
            }
    }

    /// The values are named by the pressed keys, because the file's tables have no names.
    private static func commands(_ bindings: BindingConfiguration) -> [(String, ConfigurationValue)] {
        bindings.commands.map { (text($0.key), .words($0.value)) }.sorted { $0.0 < $1.0 }
    }

    static func path(ofBinding chord: BoundKeys) -> String { "binding.\(text(chord))" }

    /// The values are named by the pressed keys, because the file's tables have no names.
    private static func contentKeys(_ bindings: BindingConfiguration) -> [(String, ConfigurationValue)] {
        bindings.contentKeys.map { (text($0.key), .text(KeyNames.name(of: $0.value))) }.sorted { $0.0 < $1.0 }
    }

    static func path(ofContentKey chord: BoundKeys) -> String { "content_key.\(text(chord))" }

    static func text(_ chord: BoundKeys) -> String {
        let modifiers = BoundKeys.Modifier.allCases.filter(chord.modifiers.contains).map(\.rawValue)
        return (modifiers + [KeyNames.name(of: chord.code)]).joined(separator: "+")
    }
}

extension ConfigurationValue {
    /// A list of words, such as a command line; none where it is empty.
    fileprivate static func words(_ words: [String]) -> ConfigurationValue {
        words.isEmpty ? .none : .list(words.map(ConfigurationValue.text))
    }

    fileprivate static func optional(_ text: String?) -> ConfigurationValue {
        text.map(ConfigurationValue.text) ?? .none
    }

    fileprivate static func optional(_ flag: Bool?) -> ConfigurationValue {
        flag.map(ConfigurationValue.flag) ?? .none
    }

    fileprivate static func milliseconds(_ microseconds: Int64) -> ConfigurationValue {
        .integer(Int(microseconds / 1000))
    }
}
