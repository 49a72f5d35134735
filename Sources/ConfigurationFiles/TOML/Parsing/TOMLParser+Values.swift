extension TOMLParser {
    /// Parses a value at nesting depth `depth`.
    mutating func parseValue(depth: Int) throws(TOMLError) -> TOMLValue {
        let position = cursor.position
        let content: TOMLValue.Content =
            switch cursor.next {
            case "\"", "'": .string(try parseString())
            case "[": .array(try parseArray(depth: depth))
            case "{": .table(try parseInlineTable(depth: depth))
            case nil, "\r", "\n", "#", ",", "]", "}", "=": throw cursor.complaint("expected a value")
            default: try parseScalar()
            }
        return TOMLValue(content, at: position)
    }

    private mutating func parseArray(depth: Int) throws(TOMLError) -> TOMLArray {
        let start = cursor.position
        guard depth < Self.maximumDepth else { throw tooDeep }
        cursor.advance()
        var values: [TOMLValue] = []
        while true {
            try skipBlankLines()
            if cursor.next == nil { throw TOMLError(start, "the array is not closed: ] is missing") }
            if cursor.next == "]" { break }
            values.append(try parseValue(depth: depth + 1))
            try skipBlankLines()
            if cursor.next == "," {
                cursor.advance()
            } else if cursor.next != "]", cursor.next != nil {
                throw cursor.complaint("expected a comma or ]")
            }
        }
        cursor.advance()
        return TOMLArray(values, isOfTables: false)
    }

    private mutating func parseInlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
        let start = cursor.position
        guard depth < Self.maximumDepth else { throw tooDeep }
        cursor.advance()
        let table = TOMLTable(.inline, at: start)
        cursor.skipBlanks()
        while cursor.next != "}" {
            if cursor.next == nil || cursor.lineEnd > 0 {
                throw TOMLError(start, "the inline table is not closed in its line: } is missing")
            }
            try parsePair(in: table, depth: depth)
            cursor.skipBlanks()
            if cursor.next == "," {
                cursor.advance()
                cursor.skipBlanks()
                if cursor.next == "}" { throw cursor.complaint("expected a key: no comma before }") }
            } else if cursor.next != "}", cursor.next != nil, cursor.lineEnd == 0 {
                throw cursor.complaint("expected a comma or }")
            }
        }
        cursor.advance()
        return table
    }

    /// Parses a number, a date, `true` or `false`.
    private mutating func parseScalar() throws(TOMLError) -> TOMLValue.Content {
        let start = cursor.position
        var token: [UInt8] = []
        while let byte = cursor.byte, !endsScalar(token) {
            token.append(byte)
            cursor.advance()
            guard token.count <= TOMLScalar.maximumLength else {
                throw TOMLError(start, "a value of more than \(TOMLScalar.maximumLength) characters must be in quotes")
            }
        }
        let text = String(decoding: token, as: UTF8.self)
        if let content = TOMLScalar.content(of: text) { return content }
        if TOMLScalar.isInteger(text) { throw TOMLError(start, "\(text.abbreviated) does not fit into 64 bits") }
        if token.isEmpty { throw cursor.complaint("expected a value") }
        throw TOMLError(start, "\(text.abbreviated) is not a value: text must be in quotes")
    }

    /// Whether the next byte ends the token so far.
    private func endsScalar(_ token: [UInt8]) -> Bool {
        switch cursor.next {
        // A space may separate a date from its time.
        case " ":
            guard token.count == 10, TOMLDate.isDay(token[...]) else { return true }
            guard case .some("0"..."9") = cursor.scalar(ahead: 1) else { return true }
            return false
        case nil, "\t", "#", ",", "]", "}", "=", "\"", "'", "[", "{": return true
        default: return cursor.isAtControl
        }
    }
}
