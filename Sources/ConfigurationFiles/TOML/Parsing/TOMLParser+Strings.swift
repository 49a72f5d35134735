/// The four kinds of strings: on one line or several, with escapes ("") or literal ('').
extension TOMLParser {
    mutating func parseString() throws(TOMLError) -> String {
        guard let quote = cursor.next, cursor.run(of: quote, limit: 3) == 3 else { return try parseShortString() }
        return try parseLongString(quote)
    }

    /// Parses a single-line string, as allowed for keys.
    mutating func parseShortString() throws(TOMLError) -> String {
        let start = cursor.position
        guard let quote = cursor.next else { throw cursor.complaint("expected a string") }
        cursor.advance()
        var bytes: [UInt8] = []
        while let next = cursor.next, cursor.lineEnd == 0 {
            if next == quote {
                cursor.advance()
                return String(decoding: bytes, as: UTF8.self)
            }
            if next == "\\", quote == "\"" {
                cursor.advance()
                try parseEscape(into: &bytes)
            } else {
                try take(into: &bytes)
            }
        }
        throw TOMLError(start, "the string is not closed in its line: \(quote) is missing")
    }

    private mutating func parseLongString(_ quote: Unicode.Scalar) throws(TOMLError) -> String {
        let start = cursor.position
        cursor.advance(by: 3)
        // A line end right after the opening quotes is not part of the text.
        cursor.advance(by: cursor.lineEnd)
        var bytes: [UInt8] = []
        while let next = cursor.next {
            if next == quote {
                // Up to two quotes may occur within the text, also at its end.
                let count = cursor.run(of: quote, limit: 5)
                cursor.advance(by: count)
                bytes += Array(repeating: UInt8(ascii: quote), count: count >= 3 ? count - 3 : count)
                if count >= 3 { return String(decoding: bytes, as: UTF8.self) }
            } else if next == "\\", quote == "\"" {
                cursor.advance()
                if !skipLineEnds() { try parseEscape(into: &bytes) }
            } else if cursor.lineEnd > 0 {
                cursor.advance(by: cursor.lineEnd)
                bytes.append(0x0A)
            } else {
                try take(into: &bytes)
            }
        }
        let quotes = String(String.UnicodeScalarView(repeating: quote, count: 3))
        throw TOMLError(start, "the string is not closed: \(quotes) is missing")
    }

    private mutating func take(into bytes: inout [UInt8]) throws(TOMLError) {
        guard let byte = cursor.byte, !cursor.isAtControl else { throw cursor.complaint("the string ends too soon") }
        bytes.append(byte)
        cursor.advance()
    }

    /// Skips white space and line ends after a backslash that ends its line; false if the backslash does not end one.
    private mutating func skipLineEnds() -> Bool {
        var distance = 0
        while cursor.scalar(ahead: distance) == " " || cursor.scalar(ahead: distance) == "\t" { distance += 1 }
        let first = cursor.scalar(ahead: distance)
        let isAtEnd = first == "\n" || (first == "\r" && cursor.scalar(ahead: distance + 1) == "\n")
        guard isAtEnd else { return false }
        while true {
            cursor.skipBlanks()
            if cursor.lineEnd == 0 { return true }
            cursor.advance(by: cursor.lineEnd)
        }
    }

    /// Parses an escape after its backslash.
    private mutating func parseEscape(into bytes: inout [UInt8]) throws(TOMLError) {
        let digits: Int
        switch cursor.next {
        case "b": digits = append(0x08, to: &bytes)
        case "t": digits = append(0x09, to: &bytes)
        case "n": digits = append(0x0A, to: &bytes)
        case "f": digits = append(0x0C, to: &bytes)
        case "r": digits = append(0x0D, to: &bytes)
        case "\"": digits = append(0x22, to: &bytes)
        case "\\": digits = append(0x5C, to: &bytes)
        case "u": digits = 4
        case "U": digits = 8
        default: throw cursor.complaint("unknown escape: \\ is followed by b, t, n, f, r, \", \\, uXXXX or UXXXXXXXX")
        }
        cursor.advance()
        if digits > 0 { bytes += Array(String(try parseScalarValue(digits: digits)).utf8) }
    }

    /// Appends an escape's byte and returns 0, the number of its digits.
    private func append(_ byte: UInt8, to bytes: inout [UInt8]) -> Int {
        bytes.append(byte)
        return 0
    }

    private mutating func parseScalarValue(digits: Int) throws(TOMLError) -> Character {
        let start = cursor.position
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = cursor.hexDigit else {
                throw TOMLError(start, "expected \(digits) hexadecimal digits")
            }
            value = value << 4 | digit
            cursor.advance()
        }
        guard let scalar = Unicode.Scalar(value) else { throw TOMLError(start, "not a Unicode character") }
        return Character(scalar)
    }
}

extension TOMLCursor {
    /// The value of a hexadecimal digit; nil for anything else.
    fileprivate var hexDigit: UInt32? {
        switch next {
        case .some(let scalar) where ("0"..."9").contains(scalar): scalar.value - 0x30
        case .some(let scalar) where ("a"..."f").contains(scalar): scalar.value - 0x61 + 10
        case .some(let scalar) where ("A"..."F").contains(scalar): scalar.value - 0x41 + 10
        default: nil
        }
    }
}
