/// The formats of dates and times (RFC 3339) in TOML 1.0.
enum TOMLDate {
    /// Whether a text is a date, a time of day or both.
    static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)[...]
        if isTime(bytes) { return true }
        guard isDay(bytes.prefix(10)) else { return false }
        let rest = bytes.dropFirst(10)
        guard let separator = rest.first else { return true }
        return Array("Tt ".utf8).contains(separator) && isTimeWithOffset(rest.dropFirst())
    }

    /// Whether these bytes are a day such as 1979-05-27.
    static func isDay(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let numbers = numbers(bytes, "dddd-dd-dd"), numbers.count == 3 else { return false }
        return (1...12).contains(numbers[1]) && (1...days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2])
    }

    /// Whether these bytes are a time such as 07:32:00 or 07:32:00.125.
    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let numbers = numbers(bytes.prefix(8), "dd:dd:dd"), numbers.count == 3 else { return false }
        // 60 is a leap second.
        guard numbers[0] <= 23, numbers[1] <= 59, numbers[2] <= 60 else { return false }
        let fraction = bytes.dropFirst(8)
        guard let point = fraction.first else { return true }
        return point == UInt8(ascii: ".") && fraction.count > 1 && fraction.dropFirst().allSatisfy(isDigit)
    }

    private static func isTimeWithOffset(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let last = bytes.last, last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") {
            return isTime(bytes.dropLast())
        }
        let sign = bytes.lastIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard let sign else { return isTime(bytes) }
        guard let offset = numbers(bytes[(sign + 1)...], "dd:dd"), offset.count == 2 else { return false }
        return isTime(bytes[..<sign]) && offset[0] <= 23 && offset[1] <= 59
    }

    /// The numbers in bytes of the form `pattern`, in which d is a digit; nil for any other form.
    private static func numbers(_ bytes: ArraySlice<UInt8>, _ pattern: String) -> [Int]? {
        guard bytes.count == pattern.utf8.count else { return nil }
        var numbers = [0]
        for (byte, wanted) in zip(bytes, pattern.utf8) {
            if wanted == UInt8(ascii: "d") {
                guard isDigit(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                guard byte == wanted else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
