/// What the user wants of displays that are told apart by connector, maker, model, serial number or size.
package struct DisplayRule: Hashable, Sendable {
    /// Nil for any; a display that does not tell counts as one with an empty text.
    package var connector: TextPattern?
    /// The three-letter identifier of the maker.
    package var make: TextPattern?
    package var model: TextPattern?
    package var serial: TextPattern?
    /// The glass in millimetres, give or take a twentieth; nil for any.
    package var size: PhysicalSize?
    /// What the display is used for; `.spare` for nothing. Nil leaves it to the other rules for roles.
    package var role: OutputRole?
    /// Where sound goes while it is the external, by PipeWire's name or in words.
    package var sink: TextPattern?
    package var settings: DisplaySettings

    package init(
        connector: TextPattern? = nil, make: TextPattern? = nil, model: TextPattern? = nil, serial: TextPattern? = nil,
        size: PhysicalSize? = nil, role: OutputRole? = nil, sink: TextPattern? = nil,
        settings: DisplaySettings = DisplaySettings()
    ) {
        self.connector = connector
        self.make = make
        self.model = model
        self.serial = serial
        self.size = size
        self.role = role
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
    /// Whether both lengths differ by at most a twentieth of this one's: displays round theirs to centimetres.
    fileprivate func isAlike(_ other: PhysicalSize) -> Bool {
        func isNear(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 20 <= one }
        return isNear(width, other.width) && isNear(height, other.height)
    }
}

extension Sequence<DisplayRule> {
    /// The value that the rules give a display; of several that give one the last one counts.
    package func value<Value>(_ path: KeyPath<DisplayRule, Value?>, of output: OutputDescription) -> Value? {
        reduce(nil) { value, rule in rule[keyPath: path].flatMap { rule.matches(output) ? $0 : nil } ?? value }
    }
}
