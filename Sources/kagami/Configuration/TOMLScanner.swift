/// Walks through a TOML text and notes where its keys and values stand; what comes after a syntax error is guesswork.
struct TOMLScanner {
    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var position = SourcePosition.start
    /// The path of the table that key and value pairs belong to.
    private var table = ""
    /// How many tables an array of tables has so far, by its path.
    private var tableCounts: [String: Int] = [:]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func scan(into index: inout SourceIndex) {
        skipBlank(acrossLines: true)
        while let scalar = peek() {
            let before = offset
            if scalar == "[" {
                scanHeader(into: &index)
            } else {
                scanPair(in: table, into: &index)
            }
            skipBlank(acrossLines: true)
            // Only a text that is no TOML gets here.
            if offset == before { advance() }
        }
    }

    /// `[a.b]` or `[[a.b]]`.
    private mutating func scanHeader(into index: inout SourceIndex) {
        let start = position
        advance()
        let isArray = peek() == "["
        if isArray { advance() }
        skipBlank(acrossLines: false)
        if let scalar = peek(), !Self.mayFollowBracket(scalar) {
            index.note(Snag(position: position, offset: offset, message: "a table's name must follow the bracket"))
        }
        var path = ""
        let names = scanKey()
        for (depth, name) in names.enumerated() {
            path = Self.join(path, name)
            if isArray, depth == names.count - 1 {
                tableCounts[path, default: 0] += 1
                index.note(key: path, at: start)
            }
            if let count = tableCounts[path] { path += "[\(count - 1)]" }
        }
        index.note(key: path, at: start)
        table = path
        while let scalar = peek(), scalar == "]" || scalar == " " || scalar == "\t" { advance() }
    }

    /// A key begins, or the header ends at once.
    private static func mayFollowBracket(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "-", "_", "\"", "'", "]": true
        default: false
        }
    }

    /// `a.b = value` in the table at `prefix`.
    private mutating func scanPair(in prefix: String, into index: inout SourceIndex) {
        let start = position
        var path = prefix
        for name in scanKey() {
            path = Self.join(path, name)
            index.note(key: path, at: start)
        }
        guard peek() == "=" else { return }
        advance()
        skipBlank(acrossLines: false)
        scanValue(path, into: &index)
    }

    private static func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    /// A dotted key's names, and the blanks after it.
    private mutating func scanKey() -> [String] {
        var names: [String] = []
        while let scalar = peek() {
            switch scalar {
            case "\"", "'": names.append(scanString())
            case ".", " ", "\t": advance()
            case "=", "]", "\n", "#", "}", ",": return names
            default: names.append(scanBareName())
            }
        }
        return names
    }

    private mutating func scanBareName() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek(), !"=.] \t\n#},\"'".unicodeScalars.contains(scalar) {
            name.append(scalar)
            advance()
        }
        return String(name)
    }
}

// MARK: Values

extension TOMLScanner {
    private mutating func scanValue(_ path: String, into index: inout SourceIndex) {
        index.note(value: path, at: position)
        if let scalar = peek(), Self.endsValue(scalar) {
            index.note(Snag(position: position, offset: offset, message: "a value must stand here"))
        }
        switch peek() {
        case "\"", "'": _ = scanString()
        case "[": scanArray(path, into: &index)
        case "{": scanInlineTable(path, into: &index)
        default:
            if isAtDate { index.note(Snag(position: position, offset: offset, message: "no key takes a date")) }
            while let scalar = peek(), !",]}#\n".unicodeScalars.contains(scalar) { advance() }
        }
    }

    private static func endsValue(_ scalar: Unicode.Scalar) -> Bool {
        "]},#".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
    }

    /// Four digits and a hyphen.
    private var isAtDate: Bool {
        let head = scalars[offset...].prefix(5)
        return head.count == 5 && head.last == "-" && head.dropLast().allSatisfy { ("0"..."9").contains($0) }
    }

    private mutating func scanArray(_ path: String, into index: inout SourceIndex) {
        advance()
        var count = 0
        while true {
            skipBlank(acrossLines: true)
            guard let scalar = peek() else { return }
            if scalar == "]" { return advance() }
            if scalar == "," {
                advance()
                continue
            }
            let before = offset
            index.note(key: "\(path)[\(count)]", at: position)
            scanValue("\(path)[\(count)]", into: &index)
            count += 1
            if offset == before { return }
        }
    }

    private mutating func scanInlineTable(_ path: String, into index: inout SourceIndex) {
        advance()
        while true {
            skipBlank(acrossLines: true)
            guard let scalar = peek() else { return }
            if scalar == "}" { return advance() }
            if scalar == "," {
                advance()
                continue
            }
            let before = offset
            scanPair(in: path, into: &index)
            if offset == before { return }
        }
    }

    /// A string of any of the four kinds; what is returned has its escapes unresolved.
    private mutating func scanString() -> String {
        guard let quote = peek() else { return "" }
        let length = startsWith(quote, times: 3) ? 3 : 1
        for _ in 0..<length { advance() }
        var text = String.UnicodeScalarView()
        while let scalar = peek(), !startsWith(quote, times: length) {
            if scalar == "\\", quote == "\"" {
                text.append(scalar)
                advance()
            }
            if let scalar = peek() { text.append(scalar) }
            advance()
        }
        for _ in 0..<length { advance() }
        // A multi-line string may end in one or two quotes of its own.
        if length == 3 { while peek() == quote { advance() } }
        return String(text)
    }

    private func startsWith(_ quote: Unicode.Scalar, times: Int) -> Bool {
        offset + times <= scalars.count && scalars[offset..<offset + times].allSatisfy { $0 == quote }
    }
}

// MARK: Reading

extension TOMLScanner {
    private func peek() -> Unicode.Scalar? {
        offset < scalars.count ? scalars[offset] : nil
    }

    private mutating func advance() {
        guard offset < scalars.count else { return }
        if scalars[offset] == "\n" {
            position = SourcePosition(line: position.line + 1, column: 1)
        } else {
            position.column += 1
        }
        offset += 1
    }

    /// Skips blanks; across lines, comments and line ends too.
    private mutating func skipBlank(acrossLines: Bool) {
        while let scalar = peek() {
            switch scalar {
            case " ", "\t", "\r": advance()
            case "\n" where acrossLines: advance()
            case "#" where acrossLines: while let next = peek(), next != "\n" { advance() }
            default: return
            }
        }
    }
}
