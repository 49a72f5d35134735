import Control
import Geometry
import Mirroring

extension PanelConfiguration {
    mutating func read(_ reader: TableReader) {
        output = reader.outputID("output") ?? output
        mode = reader.mode("mode") ?? mode
        transform = reader.transform("transform") ?? transform
        scale = reader.scale("scale") ?? scale
        waitMicroseconds = reader.integer("wait_ms", in: 0...60_000).map { Int64($0) * 1000 } ?? waitMicroseconds
        darkAfterSeconds = reader.integer("dark_after_s", in: 0...86_400) ?? darkAfterSeconds
        command = reader.command("command") ?? command
        sharesClipboard = reader.flag("share_clipboard") ?? sharesClipboard
        trust.read(reader)
        restarts.read(reader)
    }
}

extension TrustConfiguration {
    mutating func read(_ reader: TableReader) {
        isTrusted = reader.flag("trusted") ?? isTrusted
        control = reader.choice("control") ?? control
        if isTrusted, control != .none {
            reader.refuse(
                "control", "control needs trusted = false: a trusted application has the whole control socket")
        }
    }
}

extension RestartConfiguration {
    mutating func read(_ reader: TableReader) {
        policy = reader.choice("restart") ?? policy
        limit = reader.integer("restart_limit", in: 0...100) ?? limit
        windowMicroseconds =
            reader.integer("restart_window_s", in: 1...86_400).map { Int64($0) * 1_000_000 } ?? windowMicroseconds
        delayMicroseconds =
            reader.integer("restart_delay_ms", in: 0...30_000).map { Int64($0) * 1000 } ?? delayMicroseconds
    }
}

extension ExternalConfiguration {
    mutating func read(_ reader: TableReader) {
        output = reader.outputID("output") ?? output
        mode = reader.mode("mode") ?? mode
        transform = reader.transform("transform") ?? transform
        scale = reader.externalScale("scale") ?? scale
        variableRefresh = reader.choice("vrr") ?? variableRefresh
        allowsTearing = reader.flag("tearing") ?? allowsTearing
        depth = reader.value("depth", "8 or 10") { $0.int.flatMap(ColorDepth.init) } ?? depth
        overscanPercent = reader.integer("overscan", in: DisplaySettings.overscanPercents) ?? overscanPercent
        isMirroringEnabled = reader.flag("enabled") ?? isMirroringEnabled
        policy = reader.choice("policy") ?? policy
        arrangement = reader.choice("arrange") ?? arrangement
        row = reader.outputIDs("row") ?? row
        holdMicroseconds = reader.integer("hold_ms", in: 0...60_000).map { Int64($0) * 1000 } ?? holdMicroseconds
        remembersSettings = reader.flag("remember") ?? remembersSettings
    }
}

extension ControllerConfiguration {
    mutating func read(_ reader: TableReader) {
        letterboxColor =
            reader.value("bar_color", "a colour such as \"#202020\"") { $0.string.flatMap(Color.init(hex:)) }
            ?? letterboxColor
        maximumScale =
            reader.number("maximum_scale", in: 0.05...16, "a number, 0.05 to 16: panel pixels per external pixel")
            ?? maximumScale
        showsTouchDiscs = reader.flag("touch_discs") ?? showsTouchDiscs
        usesLinearLight = reader.flag("linear_light") ?? usesLinearLight
        batteryRate = reader.integer("battery_rate", in: 0...240) ?? batteryRate
        mode = reader.choice("mode") ?? mode
        twoFingers = reader.choice("two_fingers") ?? twoFingers
        longPress = reader.choice("long_press") ?? longPress
        longPressMilliseconds = reader.integer("long_press_ms", in: 100...5000) ?? longPressMilliseconds
        follow = reader.choice("follow") ?? follow
    }
}

extension IdleConfiguration {
    mutating func read(_ reader: TableReader) {
        let delays = 0...86_400
        dimAfterSeconds = reader.integer("dim_after_s", in: delays) ?? dimAfterSeconds
        dimPercent = reader.integer("dim_percent", in: 1...100) ?? dimPercent
        panelOffAfterSeconds = reader.integer("panel_off_after_s", in: delays) ?? panelOffAfterSeconds
        externalOffAfterSeconds = reader.integer("external_off_after_s", in: delays) ?? externalOffAfterSeconds
        blankAfterSeconds = reader.integer("blank_after_s", in: delays) ?? blankAfterSeconds
        commandAfterSeconds = reader.integer("command_after_s", in: delays) ?? commandAfterSeconds
        command = reader.command("command") ?? command
        hintAfterSeconds = reader.integer("hint_after_s", in: delays) ?? hintAfterSeconds
        if commandAfterSeconds > 0, command.isEmpty {
            reader.refuse(
                "command_after_s", "command_after_s needs a command: set idle.command, or remove command_after_s")
        }
    }
}

extension KeyboardConfiguration {
    mutating func read(_ reader: TableReader) {
        let names = KeymapNames(reader)
        layout = names.layout ?? layout
        variant = names.variant ?? variant
        options = names.options ?? options
        model = names.model ?? model
        repeatRate = reader.integer("repeat_rate", in: 0...1000) ?? repeatRate
        repeatDelayMilliseconds = reader.integer("repeat_delay_ms", in: 1...60_000) ?? repeatDelayMilliseconds
        locksNumbers = reader.flag("numlock") ?? locksNumbers
    }
}

extension KeymapNames {
    init(_ reader: TableReader) {
        self.init()
        layout = reader.string("layout", "an xkb layout such as \"de\" or \"us,ru\"")
        if let layout, let unknown = KeyboardLayouts().unknown(in: layout) {
            reader.complain(
                about: "layout",
                "there is no layout \"\(unknown.abbreviated)\": see the files in \(KeyboardLayouts.usual)/symbols")
        }
        variant = reader.string("variant", "an xkb variant such as \"nodeadkeys\"")
        options = reader.string("options", "xkb options such as \"ctrl:nocaps\"")
        model = reader.string("model", "an xkb model such as \"pc105\"")
    }
}

extension PresentingConfiguration {
    mutating func read(_ reader: TableReader) {
        let minutes = reader.number("timer_minutes", in: 0...PresentationTimer.minutes.upperBound, Self.minutesExpected)
        if let minutes { timerMinutes = minutes >= PresentationTimer.minutes.lowerBound ? minutes : nil }
        nextKey = reader.key("next_key") ?? nextKey
        previousKey = reader.key("previous_key") ?? previousKey
        clearsOnPage = reader.flag("clear_on_page") ?? clearsOnPage
    }

    private static let minutesExpected = "a number of minutes, 1 to 1440, or 0 to count up"
}

extension ScreenKeyboardConfiguration {
    mutating func read(_ reader: TableReader) {
        command = reader.command("command") ?? command
        show = reader.choice("show") ?? show
    }
}

extension TableReader {
    /// A program and its arguments, in one line or as a list.
    func command(_ key: String) -> [String]? {
        value(key, Self.commandExpected, Self.words)
    }

    static let commandExpected = "a command such as \"foot -e top\" or [\"foot\", \"-e\", \"top\"]"

    /// The words of a command; nil for anything else.
    static func words(_ value: TOMLValue) -> [String]? {
        if let line = value.string { return CommandWords(line)?.words }
        guard let list = value.array else { return nil }
        let words = list.map(\.string)
        guard let program = words.first ?? nil, !program.isEmpty, !words.contains(nil) else { return nil }
        return words.compactMap(\.self)
    }

    fileprivate func outputIDs(_ key: String) -> [OutputID]? {
        value(key, "a list of connectors such as [\"HDMI-A-1\", \"DP-1\"]") { value in
            value.array.flatMap { list in
                let names = list.compactMap(\.string).filter { !$0.isEmpty }
                return names.count == list.count && Set(names).count == names.count ? names.map(OutputID.init) : nil
            }
        }
    }

    fileprivate func outputID(_ key: String) -> OutputID? {
        value(key, "a connector such as \"HDMI-A-1\"") { value in
            value.string.flatMap { $0.isEmpty ? nil : OutputID($0) }
        }
    }

    func transform(_ key: String) -> Transform? {
        let names = TransformName.all.map { "\"\($0)\"" }.joined(separator: ", ")
        return value(key, "one of \(names)") { $0.string.flatMap { TransformName($0)?.transform } }
    }

    func scale(_ key: String) -> Scale? {
        number(key, in: Self.scales, "a number, 0.5 to 10: pixels per logical pixel").flatMap { Scale($0) }
    }

    private static let scales = 0.5...10

    fileprivate func externalScale(_ key: String) -> ExternalScale? {
        value(key, "a number, 0.5 to 10: pixels per logical pixel; or \"controller\"") { value in
            if value.string == "controller" { return .controller }
            return value.number.flatMap { Self.scales.contains($0) ? Scale($0) : nil }.map { .fixed($0) }
        }
    }

    func mode(_ key: String) -> ModeRequest? {
        value(key, ModeText.expected) { $0.string.flatMap(ModeText.request) }
    }
}

extension HUDConfiguration {
    mutating func read(_ reader: TableReader) {
        layoutPath =
            reader.value("layout", "an absolute path of a layout's file") { value in
                value.string.flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
            } ?? layoutPath
        let places = HUDPlace.allCases.filter { $0 != .pip }
        place =
            reader.value("show", "one of \(places.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))") { value in
                value.string.flatMap { HUDPlace(rawValue: $0) }.flatMap { $0 == .pip ? nil : $0 }
            } ?? place
        height = reader.integer("height", in: 8...400) ?? height
        isOverFullscreen = reader.flag("over_fullscreen") ?? isOverFullscreen
        commentSeconds = reader.integer("comment_seconds", in: 0...3600) ?? commentSeconds
    }
}

extension HookConfiguration {
    mutating func read(_ reader: TableReader) {
        for kind in ServiceEvent.Kind.hookable {
            if let command = reader.command(kind.rawValue) { commands[kind.rawValue] = command }
        }
        limitMicroseconds = reader.integer("timeout_s", in: 1...3600).map { Int64($0) * 1_000_000 } ?? limitMicroseconds
    }
}

extension ServiceEvent.Kind {
    /// The events that a command can be bound to: all except the end of a stream whose reader is too slow.
    static var hookable: [ServiceEvent.Kind] { allCases.filter { $0 != .dropped } }
}

extension CECConfiguration {
    mutating func read(_ reader: TableReader) {
        turnsOn = reader.flag("turn_on") ?? turnsOn
        putsToSleep = reader.flag("standby") ?? putsToSleep
        device =
            reader.value("device", "the path of an adapter, such as \"/dev/cec0\"") { value in
                value.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
            } ?? device
    }
}
