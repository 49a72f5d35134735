/// The user's settings for displays with a certain connector, maker, model, serial number or size.
package struct DisplayRule: Hashable, Sendable {
    /// The connector's name, or nil for any.
    ///
    /// A display that reports no maker, model or serial number matches the empty string.
    package var connector: TextPattern?
    /// The maker's three-letter identifier, or nil for any.
    package var make: TextPattern?
    package var model: TextPattern?
    package var serial: TextPattern?
    /// The size of the glass in millimetres, within a twentieth, or nil for any.
    package var size: PhysicalSize?
    /// The display's role; `.spare` leaves the display unused, and nil leaves its role to the other rules.
    package var role: OutputRole?
    /// The command line of the display's own application, or an empty array for none.
    package var command: [String]
    /// The sink for sound while the display is the external, by PipeWire's name or description.
    package var sink: TextPattern?
    package var settings: DisplaySettings

    package init(
        connector: TextPattern? = nil, make: TextPattern? = nil, model: TextPattern? = nil, serial: TextPattern? = nil,
        size: PhysicalSize? = nil, role: OutputRole? = nil, command: [String] = [],
        sink: TextPattern? = nil, settings: DisplaySettings = DisplaySettings()
    ) {
        self.connector = connector
        self.make = make
        self.model = model
        self.serial = serial
        self.size = size
        self.role = role
        self.command = command
        self.sink = sink
        self.settings = settings
    }

    package func matches(_ output: OutputDescription) -> Bool {
        let identity = output.identity
        let texts = [
            (connector, output.id.name), (make, identity.make), (model, identity.model), (serial, identity.serial),
        ]
        guard texts.allSatisfy({ pattern, text in pattern?.matches(text ?? "") ?? true }) else { return false }
        return size.map { wanted in output.physicalSize.map(wanted.isAlike) ?? false } ?? true
    }
}

extension PhysicalSize {
    /// Whether both lengths differ by at most a twentieth of this one's, because displays round to centimetres.
    fileprivate func isAlike(_ other: PhysicalSize) -> Bool {
        func isNear(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 20 <= one }
        return isNear(width, other.width) && isNear(height, other.height)
    }
}

extension Sequence<DisplayRule> {
    /// The command lines of the displays' own applications, in the order of the rules.
    package var commands: [[String]] { map(\.command).filter { !$0.isEmpty } }

    /// The index of a display's own application among `commands`, or nil for none; the last rule that names one wins.
    package func application(of output: OutputDescription) -> Int? {
        filter { !$0.command.isEmpty }.enumerated().reduce(nil) { $1.element.matches(output) ? $1.offset : $0 }
    }

    /// The value that the rules give a display; the last rule that gives one wins.
    package func value<Value>(_ path: KeyPath<DisplayRule, Value?>, of output: OutputDescription) -> Value? {
        reduce(nil) { value, rule in rule[keyPath: path].flatMap { rule.matches(output) ? $0 : nil } ?? value }
    }
}
