/// Where the keys and values of a TOML text stand, by their path such as `panel.scale` or `device[1].name`.
///
/// The TOML library tells the position of syntax errors only; this finds that of everything else. What is not valid
/// TOML is indexed in part.
struct SourceIndex {
    private(set) var keys: [String: SourcePosition] = [:]
    private(set) var values: [String: SourcePosition] = [:]
    /// The first place that the TOML library must not be shown.
    private(set) var snag: Snag?

    init(_ text: String) {
        var scanner = TOMLScanner(text)
        scanner.scan(into: &self)
    }

    /// Where the key of `path` stands, or else the nearest table around it.
    func key(_ path: String) -> SourcePosition {
        keys[path] ?? Self.parent(of: path).map(key) ?? .start
    }

    /// Where the value of `path` begins.
    func value(_ path: String) -> SourcePosition {
        values[path] ?? key(path)
    }

    mutating func note(key path: String, at position: SourcePosition) {
        // A table that is opened again keeps its first place.
        if keys[path] == nil { keys[path] = position }
    }

    mutating func note(_ snag: Snag) {
        if self.snag == nil { self.snag = snag }
    }

    mutating func note(value path: String, at position: SourcePosition) {
        values[path] = position
    }

    private static func parent(of path: String) -> String? {
        path.lastIndex { $0 == "." || $0 == "[" }.map { String(path[..<$0]) }
    }
}

/// A place in a text where the TOML library fails an assertion, which would end the process, in place of telling an
/// error: a table header that does not begin with a key, a value that is not there, a date with a blank behind it.
struct Snag: Hashable {
    var position: SourcePosition
    /// How many scalars come before it.
    var offset: Int
    var message: String
}
