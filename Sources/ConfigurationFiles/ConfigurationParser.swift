package import Mirroring

/// Parses the configuration from TOML.
package enum ConfigurationParser {
    /// Parses `text`; `file` is the name in errors.
    package static func parse(_ text: String, file: String) throws(ConfigurationError) -> Configuration {
        try ConfigurationText.read(text, file: file) { root in
            var configuration = Configuration()
            read(root, into: &configuration)
            return configuration
        }
    }

    /// Parses `text` into a configuration that has no rules for devices.
    ///
    /// The values and rules in the text override those of the configuration. Returns the line of each value by its path
    /// in the text, such as `panel.scale` or `device[1].name`.
    static func parseWithLines(
        _ text: String, file: String, into configuration: inout Configuration
    ) throws(ConfigurationError) -> [String: Int] {
        try ConfigurationText.readWithPlaces(text, file: file) { read($0, into: &configuration) }
            .places.mapValues(\.line)
    }

    /// The paths of all keys that are read from a text.
    static func keys(askedFor text: String) throws(ConfigurationError) -> Set<String> {
        try ConfigurationText.readWithPlaces(text, file: "") { root in
            var configuration = Configuration()
            read(root, into: &configuration)
            return root.keysAskedFor
        }.result
    }

    private static func read(_ root: TableReader, into configuration: inout Configuration) {
        root.tell { Self.homes }
        root.section("application") { reader in
            configuration.application.read(reader)
            configuration.restarts.read(reader)
            configuration.outputs = reader.integer("outputs", in: 1...2) ?? configuration.outputs
            configuration.offersX11 = reader.flag("x11") ?? configuration.offersX11
            configuration.failedText =
                reader.value("failed_text", "a line of at most 200 characters") { value in
                    value.string.flatMap { $0.count <= 200 && $0.unicodeScalars.allSatisfy(\.isPrintable) ? $0 : nil }
                } ?? configuration.failedText
        }
        root.section("panel") { configuration.panel.read($0) }
        root.section("external") { configuration.external.read($0) }
        root.section("controller") { configuration.controller.read($0) }
        root.section("keyboard") { configuration.keyboard.read($0) }
        root.section("screen_keyboard") { configuration.screenKeyboard.read($0) }
        root.section("pip") { configuration.pip.read($0) }
        root.section("hud") { configuration.hud.read($0) }
        root.section("menu") { configuration.menu.read($0) }
        root.section("interface") { configuration.interface.read($0) }
        root.section("pointer") { configuration.pointer.read($0) }
        root.section("touchpad") { configuration.touchpad.readTouchpad($0) }
        root.section("presenting") { configuration.presenting.read($0) }
        root.section("bindings") { configuration.bindings.read($0) }
        root.section("renderer") { configuration.renderer = $0.choice("use") ?? configuration.renderer }
        root.section("idle") { configuration.idle.read($0) }
        root.section("lock") { configuration.lock.command = $0.command("command") ?? configuration.lock.command }
        root.section("kiosk") { reader in
            let hold = reader.integer("service_hold_s", in: 0...60).map { Int64($0) * 1_000_000 }
            configuration.kiosk.isEnabled = reader.flag("enabled") ?? configuration.kiosk.isEnabled
            configuration.kiosk.serviceHoldMicroseconds = hold ?? configuration.kiosk.serviceHoldMicroseconds
        }
        root.section("sound") { reader in
            configuration.sound.followsExternal = reader.flag("follow") ?? configuration.sound.followsExternal
            configuration.sound.sink = reader.pattern("sink") ?? configuration.sound.sink
        }
        root.section("cec") { configuration.cec.read($0) }
        root.section("hooks") { configuration.hooks.read($0) }
        var chords: Set<BoundKeys> = []
        root.sections("binding") { configuration.bindings.readCommand($0, &chords) }
        root.sections("content_key") { configuration.bindings.readContentKey($0) }
        root.sections("menu_entry") { configuration.menu.readEntry($0) }
        root.sections("window_rule") { configuration.readWindowRule($0) }
        root.sections("display") { configuration.readDisplay($0) }
        root.sections("device") { reader in
            if let rule = DeviceRule(reader) { configuration.devices.append(rule) }
        }
        root.refuseUnknownKeys()
    }
}

extension ConfigurationParser {
    /// The tables that have a key, by the key's name, written as in a file.
    private static let homes: [String: [String]] = {
        var whole = Configuration()
        whole.devices = [DeviceRule(name: "")]
        whole.menu.commands = [MenuCommand(name: "", command: [])]
        whole.windowRules = [WindowRule(appID: nil, title: nil, WindowEffects())]
        whole.displays = [DisplayRule(settings: DisplaySettings())]
        // The listing names these two tables by their chords.
        var homes = ["keys": ["[[binding]]", "[[content_key]]"], "sends": ["[[content_key]]"]]
        for (path, _) in ConfigurationListing.values(of: whole) {
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            let table = parts[0].hasSuffix("[0]") ? "[[\(parts[0].dropLast(3))]]" : "[\(parts[0])]"
            homes[parts[1], default: []].append(table)
        }
        homes["command", default: []].append("[[binding]]")
        return homes
    }()
}

/// Reads TOML and reports errors with line and column.
package enum ConfigurationText {
    /// Parses `text` with `read`; `file` is the name in errors. Throws all errors together, or a syntax error alone.
    package static func read<T>(
        _ text: String, file: String, _ read: (TableReader) -> T
    ) throws(ConfigurationError) -> T {
        try readWithPlaces(text, file: file, read).result
    }

    /// Parses `text` like `read`, and also returns the position of each value by its path.
    static func readWithPlaces<T>(
        _ text: String, file: String, _ read: (TableReader) -> T
    ) throws(ConfigurationError) -> (result: T, places: [String: SourcePosition]) {
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLParser.parse(text)
        } catch {
            let issue = ConfigurationIssue(position: error.position, message: error.message)
            throw ConfigurationError(file: file, issues: [issue])
        }
        let issues = IssueCollector()
        let result = read(TableReader(table, at: "", issues: issues))
        if !issues.issues.isEmpty {
            throw ConfigurationError(file: file, issues: issues.issues.sorted { $0.position < $1.position })
        }
        return (result, issues.places)
    }
}

/// One error in a configuration file, and what was expected.
package struct ConfigurationIssue: Hashable, Sendable {
    package var position: SourcePosition
    package var message: String
}

/// A configuration file that cannot be used, with all its errors.
package struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    package let file: String
    /// The errors in the file's order; never empty.
    package let issues: [ConfigurationIssue]

    /// One line for each issue, as `FILE:LINE:COLUMN: MESSAGE`.
    package var lines: [String] {
        issues.map { "\(file):\($0.position.line):\($0.position.column): \($0.message)".printable }
    }

    /// The first issue in one line, and where to see the others.
    package var description: String {
        let rest = issues.count - 1
        let first = lines.first ?? file
        return rest <= 0 ? first : "\(first) (and \(rest) more: kagami config check \(file))"
    }
}
