/// Parses TOML 1.0 in one pass, in linear time and with nesting limited to `maximumDepth`.
///
/// Never traps; throws the first error.
package struct TOMLParser {
    /// The deepest nesting of dotted keys, arrays and inline tables.
    package static let maximumDepth = 64

    var cursor: TOMLCursor
    private let root = TOMLTable(.header, at: .start)
    /// The table that key-value pairs are added to.
    private var table: TOMLTable
    private var tableDepth = 0

    /// The text's root table; throws for a text that is not TOML.
    package static func parse(_ text: String) throws(TOMLError) -> TOMLTable {
        var parser = TOMLParser(text)
        try parser.parseText()
        return parser.root
    }

    private init(_ text: String) {
        cursor = TOMLCursor(text)
        table = root
    }

    private mutating func parseText() throws(TOMLError) {
        while true {
            try skipBlankLines()
            guard let next = cursor.next else { return }
            if next == "[" { try parseHeader() } else { try parsePair(in: table, depth: tableDepth) }
            cursor.skipBlanks()
            if cursor.next == "#" { try skipComment() }
            guard cursor.next == nil || cursor.lineEnd > 0 else {
                throw cursor.complaint("expected the end of the line")
            }
        }
    }

    /// Parses `[a.b]` or `[[a.b]]`.
    private mutating func parseHeader() throws(TOMLError) {
        let start = cursor.position
        cursor.advance()
        let isArray = cursor.next == "["
        if isArray { cursor.advance() }
        cursor.skipBlanks()
        guard Self.isKey(cursor.next) else {
            throw cursor.complaint("a table's name must follow the bracket")
        }
        let path = try parseKey(depth: 0)
        for _ in 0..<(isArray ? 2 : 1) {
            guard cursor.next == "]" else { throw cursor.complaint("\(isArray ? "]]" : "]") must follow the name") }
            cursor.advance()
        }
        table = isArray ? try root.append(path, at: start) : try root.define(path, at: start)
        tableDepth = path.count
    }

    /// Parses `a.b = value` in a table that is itself `depth` deep.
    mutating func parsePair(in table: TOMLTable, depth: Int) throws(TOMLError) {
        guard Self.isKey(cursor.next) else { throw cursor.complaint("expected a key") }
        let path = try parseKey(depth: depth)
        guard cursor.next == "=" else { throw cursor.complaint("= must follow the key") }
        cursor.advance()
        cursor.skipBlanks()
        try table.set(path, to: try parseValue(depth: depth + path.count))
    }

    /// Parses a key's parts and the blanks after it.
    private mutating func parseKey(depth: Int) throws(TOMLError) -> [TOMLKey] {
        var path: [TOMLKey] = []
        while true {
            guard depth + path.count < Self.maximumDepth else { throw tooDeep }
            let position = cursor.position
            path.append(TOMLKey(name: try parseKeyPart(), position: position))
            cursor.skipBlanks()
            guard cursor.next == "." else { return path }
            cursor.advance()
            cursor.skipBlanks()
        }
    }

    private mutating func parseKeyPart() throws(TOMLError) -> String {
        if cursor.next == "\"" || cursor.next == "'" { return try parseShortString() }
        var name: [UInt8] = []
        while let byte = cursor.byte, Self.isBare(Unicode.Scalar(byte)) {
            name.append(byte)
            cursor.advance()
        }
        if name.isEmpty { throw cursor.complaint("expected a key; quote one with other than A-Z a-z 0-9 _ -") }
        return String(decoding: name, as: UTF8.self)
    }

    /// Whether a key, or a misspelt one, may begin here.
    private static func isKey(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar == "\"" || scalar == "'" || isBare(scalar) || scalar.value >= 0x80
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "_", "-": true
        default: false
        }
    }

    /// Skips blanks, comments and line ends.
    mutating func skipBlankLines() throws(TOMLError) {
        while true {
            cursor.skipBlanks()
            if cursor.next == "#" { try skipComment() }
            let length = cursor.lineEnd
            if length == 0 { return }
            cursor.advance(by: length)
        }
    }

    /// Skips a comment up to the end of its line.
    private mutating func skipComment() throws(TOMLError) {
        while cursor.next != nil, cursor.lineEnd == 0 {
            if cursor.isAtControl { throw cursor.complaint("") }
            cursor.advance()
        }
    }

    var tooDeep: TOMLError {
        TOMLError(cursor.position, "keys and brackets are more than \(Self.maximumDepth) deep")
    }
}
