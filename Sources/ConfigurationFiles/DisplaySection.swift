import Mirroring

extension Configuration {
    /// The most rules; each is tried for every display.
    private static let mostDisplays = 100

    /// The most displays with applications of their own; each has a server of its own.
    private static let mostCommands = 16

    /// Reads one `[[display]]`; ignores a table with an error.
    mutating func readDisplay(_ reader: TableReader) {
        guard let rule = DisplayRule(reader) else { return }
        guard displays.count < Self.mostDisplays else {
            return reader.complain("there are more than \(Self.mostDisplays) rules for displays")
        }
        guard rule.command.isEmpty || displays.commands.count < Self.mostCommands else {
            return reader.complain("there are more than \(Self.mostCommands) commands for displays")
        }
        displays.append(rule)
    }
}

extension DisplayRule {
    /// Nil where the table has no key that selects displays, or no effect.
    fileprivate init?(_ reader: TableReader) {
        self.init(
            connector: reader.pattern("connector"), make: reader.pattern("make"), model: reader.pattern("model"),
            serial: reader.pattern("serial"), size: reader.physicalSize("size_mm"), role: reader.choice("role"),
            command: reader.command("command") ?? [], sink: reader.pattern("sink"),
            settings: DisplaySettings(
                mode: reader.mode("mode"), scale: reader.scale("scale"), transform: reader.transform("transform"),
                variableRefresh: reader.choice("vrr"), controllerMode: reader.choice("controller"),
                overscanPercent: reader.integer("overscan", in: DisplaySettings.overscanPercents)))
        guard ["connector", "make", "model", "serial", "size_mm"].contains(where: reader.contains) else {
            reader.complain("a rule for displays needs connector, make, model, serial or size_mm")
            return nil
        }
        let effects = ["role", "mode", "scale", "transform", "vrr", "controller", "overscan", "sink", "command"]
        guard effects.contains(where: reader.contains) else {
            reader.complain(
                "the rule has no effect: give role, mode, scale, transform, vrr, controller, overscan, sink or "
                    + "command")
            return nil
        }
    }
}

extension TableReader {
    func pattern(_ key: String) -> TextPattern? {
        value(key, "a text or a pattern such as \"org.gnome.*\", 1 to \(TextPattern.longest) characters") { value in
            value.string.flatMap(TextPattern.init)
        }
    }

    fileprivate func physicalSize(_ key: String) -> PhysicalSize? {
        value(key, "a width and a height in millimetres such as \"600x340\"") { value in
            guard let size = value.string.flatMap({ PixelSize($0) }), Self.lengths.contains(size.width),
                Self.lengths.contains(size.height)
            else { return nil }
            return PhysicalSize(width: size.width, height: size.height)
        }
    }

    private static let lengths = 1...20_000
}
