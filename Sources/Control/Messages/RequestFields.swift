import Geometry
package import Mirroring
import PrintableText

/// The keys of all requests.
enum RequestKey: String, CodingKey {
    case command
    case screen
    case enabled
    case name, width, height
    case refreshMilliHertz = "refresh_mhz"
    case action, id, x, y, dx, dy, button, pressed, code
    case kind, fingers, scale, rotation
    case tool, pressure, distance, slider
    case tiltX = "tilt_x"
    case tiltY = "tilt_y"
    case events, foreground
    case source, corner, side, seconds, number, error
    case timeoutMilliseconds = "timeout_ms"
    case place, values, extent, tries
    case appID = "app_id"
}

/// Why a line is not a valid request, as a message for its sender.
package struct ControlRequestError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads a request's fields and checks their ranges.
struct RequestFields {
    let container: KeyedDecodingContainer<RequestKey>

    func value<T: Decodable>(_ key: RequestKey, as _: T.Type = T.self) throws -> T {
        try container.decode(T.self, forKey: key)
    }

    /// An integer within `range`, or `fallback` where the key is absent or null.
    func integer<I: FixedWidthInteger & Decodable>(
        _ key: RequestKey, in range: ClosedRange<I>, default fallback: I? = nil
    ) throws -> I {
        if let fallback, try container.decodeIfPresent(I.self, forKey: key) == nil { return fallback }
        let number = try container.decode(I.self, forKey: key)
        guard range.contains(number) else {
            throw ControlRequestError("\(key.rawValue) must be \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A coordinate or a distance: a number that converts to any integer type without a trap.
    /// `fallback` stands in where the key is absent or null.
    func number(_ key: RequestKey, default fallback: Double? = nil) throws -> Double {
        if let fallback, try container.decodeIfPresent(Double.self, forKey: key) == nil { return fallback }
        let number = try container.decode(Double.self, forKey: key)
        guard abs(number) <= 1_000_000 else {
            throw ControlRequestError("\(key.rawValue) must be -1000000 to 1000000")
        }
        return number
    }

    func point() throws -> Point<PanelSpace> {
        Point(x: try number(.x), y: try number(.y))
    }

    func output() throws -> OutputID {
        let name: String = try value(.name)
        guard OutputID.isUsable(name) else {
            throw ControlRequestError("name must be 1 to 64 letters, digits, '-', '_' or '.'")
        }
        return OutputID(name)
    }

    /// `choices` are what may stand there, for people.
    func unknown(_ key: RequestKey, _ value: String, choices: String? = nil) -> ControlRequestError {
        let remedy = choices.map { ": use \($0)" } ?? ""
        return ControlRequestError("unknown \(key.rawValue) \"\(value.prefix(40).printable)\"\(remedy)")
    }
}

extension OutputID {
    /// Whether a virtual display may have this name: short, and safe in a log or a shell.
    package static func isUsable(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
