import Geometry
import Mirroring

/// Why a line is not a valid request, as a message for its sender.
package struct ControlRequestError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads a request's fields and checks their ranges.
struct RequestFields<Key: CodingKey> {
    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder, keyedBy _: Key.Type = Key.self) throws {
        container = try decoder.container(keyedBy: Key.self)
    }

    func contains(_ key: Key) -> Bool { container.contains(key) }

    func value<T: Decodable>(_ key: Key, as _: T.Type = T.self) throws -> T {
        try container.decode(T.self, forKey: key)
    }

    /// The value of a key; nil where the key is absent or null.
    func optional<T: Decodable>(_ key: Key, as _: T.Type = T.self) throws -> T? {
        try container.decodeIfPresent(T.self, forKey: key)
    }

    /// A value that is one of several words; `choices` lists the words for people.
    func word<W: RawRepresentable>(
        _ key: Key, as _: W.Type = W.self, choices: String? = nil
    ) throws -> W where W.RawValue == String {
        let text: String = try value(key)
        guard let word = W(rawValue: text) else { throw unknown(key, text, choices: choices) }
        return word
    }

    /// An integer within `range`, or `fallback` where the key is absent or null.
    func integer<I: FixedWidthInteger & Decodable>(
        _ key: Key, in range: ClosedRange<I>, default fallback: I? = nil
    ) throws -> I {
        if let fallback, try container.decodeIfPresent(I.self, forKey: key) == nil { return fallback }
        let number = try container.decode(I.self, forKey: key)
        guard range.contains(number) else {
            throw ControlRequestError("\(key.stringValue) must be \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A coordinate or a distance: a number that converts to any integer type without a trap.
    /// `fallback` is used where the key is absent or null.
    func number(_ key: Key, default fallback: Double? = nil) throws -> Double {
        if let fallback, try container.decodeIfPresent(Double.self, forKey: key) == nil { return fallback }
        let number = try container.decode(Double.self, forKey: key)
        guard abs(number) <= 1_000_000 else {
            throw ControlRequestError("\(key.stringValue) must be -1000000 to 1000000")
        }
        return number
    }

    func point(_ x: Key, _ y: Key) throws -> Point<PanelSpace> {
        Point(x: try number(x), y: try number(y))
    }

    func output(_ key: Key) throws -> OutputID {
        let name: String = try value(key)
        guard OutputID.isUsable(name) else {
            throw ControlRequestError("\(key.stringValue) must be 1 to 64 letters, digits, '-', '_' or '.'")
        }
        return OutputID(name)
    }

    /// A window's application id, as it is published or as its client gave it.
    func appID(_ key: Key) throws -> AppID {
        guard let id = AppID(try value(key)) else { throw ControlRequestError("\(key.stringValue) must not be empty") }
        return id
    }

    /// The error for an unknown value; `choices` lists the possible values for people.
    func unknown(_ key: Key, _ value: String, choices: String? = nil) -> ControlRequestError {
        let remedy = choices.map { ": use \($0)" } ?? ""
        return ControlRequestError("unknown \(key.stringValue) \"\(value.prefix(40).printable)\"\(remedy)")
    }
}
