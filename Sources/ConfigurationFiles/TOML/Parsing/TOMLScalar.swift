/// Unquoted values: numbers, dates, `true` and `false`.
enum TOMLScalar {
    /// The most characters; no representable number needs more.
    static let maximumLength = 128

    /// Nil for any other text.
    static func content(of text: String) -> TOMLValue.Content? {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: break
        }
        if TOMLDate.isDate(text) { return .date(text) }
        if let number = TOMLNumber(text) {
            return number.isInteger ? number.integer.map { .integer($0) } : number.float.map { .float($0) }
        }
        return nil
    }

    /// Whether a text is an integer of any size.
    static func isInteger(_ text: String) -> Bool { TOMLNumber(text)?.isInteger ?? false }
}

/// A parsed number.
private struct TOMLNumber {
    /// The digits without underscores and the base's prefix, with the sign.
    private var digits = ""
    private var radix = 10
    private(set) var isInteger = true

    /// Nil for a text that is not a number.
    init?(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        if rest.count > 2, rest.first == "0", let radix = Self.radix(rest[rest.startIndex + 1]) {
            self.radix = radix
            guard take(&rest, dropping: 2), rest.isEmpty else { return nil }
            return
        }
        takeSign(&rest)
        let hasLeadingZero = rest.first == "0"
        let start = digits.count
        guard take(&rest, dropping: 0), !hasLeadingZero || digits.count == start + 1 else { return nil }
        if rest.first == "." {
            isInteger = false
            digits.append(".")
            guard take(&rest, dropping: 1) else { return nil }
        }
        if rest.first == "e" || rest.first == "E" {
            isInteger = false
            digits.append("e")
            rest = rest.dropFirst()
            takeSign(&rest)
            guard take(&rest, dropping: 0) else { return nil }
        }
        guard rest.isEmpty else { return nil }
    }

    /// Nil if the number does not fit.
    var integer: Int? { Int(digits, radix: radix) }
    var float: Double? { Double(digits) }

    private static func radix(_ letter: Unicode.Scalar) -> Int? {
        switch letter {
        case "x": 16
        case "o": 8
        case "b": 2
        default: nil
        }
    }

    private mutating func takeSign(_ rest: inout ArraySlice<Unicode.Scalar>) {
        guard let sign = rest.first, sign == "+" || sign == "-" else { return }
        if sign == "-" { digits.append("-") }
        rest = rest.dropFirst()
    }

    /// Takes one digit or more, separated by single underscores.
    private mutating func take(_ rest: inout ArraySlice<Unicode.Scalar>, dropping prefix: Int) -> Bool {
        rest = rest.dropFirst(prefix)
        var isAfterDigit = false
        while let scalar = rest.first {
            if isDigit(scalar) {
                digits.unicodeScalars.append(scalar)
                isAfterDigit = true
            } else if scalar == "_", isAfterDigit {
                isAfterDigit = false
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        return isAfterDigit
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII, let value = Character(scalar).hexDigitValue else { return false }
        return value < radix
    }
}
