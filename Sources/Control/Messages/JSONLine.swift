import Mirroring

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    package import Foundation
#endif

/// Turns values into lines of JSON and back, with keys in a fixed order.
package struct JSONLine {
    private let encoder: JSONEncoder
    private let decoder = JSONDecoder()

    package init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// The value as one line with its newline.
    ///
    /// Terminal control characters are escaped. Values of this target always encode, because their numbers are finite;
    /// any other value that fails is encoded as a failure.
    package func encode(_ value: some Encodable) -> [UInt8] {
        let line =
            (try? encoder.encode(value)).map(Array.init) ?? Array(#"{"error":"cannot be encoded","ok":false}"#.utf8)
        return PrintableJSON.escape(line) + [UInt8(ascii: "\n")]
    }

    /// Decodes `line`; the error is one line that says what is wrong.
    package func decode<T: Decodable>(_: T.Type = T.self, from line: [UInt8]) throws(ControlRequestError) -> T {
        do {
            return try decoder.decode(T.self, from: Data(line))
        } catch let error as ControlRequestError {
            throw error
        } catch let error as DecodingError {
            throw ControlRequestError(error)
        } catch {
            throw ControlRequestError("not a JSON object")
        }
    }
}

extension JSONLine {
    /// Decodes a file's bytes, and names the first part of them that is not in the value, such as `displays.[0].settings.colour`.
    ///
    /// A null counts as nothing. `lost` is nil for bytes that are in the value as a whole.
    package func decodeWhole<T: Codable>(
        _: T.Type = T.self, from bytes: [UInt8]
    ) throws(ControlRequestError) -> (value: T, lost: String?) {
        let value: T = try decode(from: bytes)
        let given: JSONTree = try decode(from: bytes)
        let kept: JSONTree = try decode(from: encode(value))
        return (value, given.loss(in: kept).map { ControlRequestError.path($0) })
    }
}

/// A JSON value; its numbers count as equal, because the decoded ones may be rounded.
private indirect enum JSONTree: Decodable {
    case null
    case number
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let members = try? container.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .list(elements)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number
        }
    }

    private struct Step: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            (self.stringValue, intValue) = (stringValue, nil)
        }

        init(intValue: Int) {
            (stringValue, self.intValue) = ("\(intValue)", intValue)
        }
    }

    /// The way to the first part of this value that `kept` lacks; nil if it lacks none.
    func loss(in kept: JSONTree) -> [any CodingKey]? {
        switch (self, kept) {
        case (.null, _), (.number, .number): return nil
        case (.text(let text), .text(let kept)) where text == kept: return nil
        case (.object(let members), .object(let kept)):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                if let way = member.loss(in: kept[key] ?? .null) { return [Step(stringValue: key)] + way }
            }
            return nil
        case (.list(let elements), .list(let kept)):
            for (index, element) in elements.enumerated() {
                // Elements before this one may have been left out.
                let ways = (elements.count == kept.count ? [kept[index]] : kept).map { element.loss(in: $0) }
                if ways.contains(where: { $0 == nil }) { continue }
                return [Step(intValue: index)] + (elements.count == kept.count ? ways[0] ?? [] : [])
            }
            return nil
        default: return []
        }
    }
}

extension ControlRequestError {
    /// A readable decoding error: the path of the key and what is wrong with it.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init("\(Self.path(context.codingPath + [key])) is missing")
        case .valueNotFound(let type, let context):
            self.init("\(Self.path(context.codingPath)) must be \(Self.name(of: type)), not null")
        case .typeMismatch(_, let context) where context.codingPath.isEmpty:
            self.init("the line must be an object")
        case .typeMismatch(let type, let context):
            self.init("\(Self.path(context.codingPath)) must be \(Self.name(of: type))")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init("not JSON")
        case .dataCorrupted(let context):
            self.init("\(Self.path(context.codingPath)) is not valid")
        @unknown default:
            self.init("not a request")
        }
    }

    fileprivate static func path(_ keys: [any CodingKey]) -> String {
        let path = keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? "the line" : path
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any Collection.Type: "a list or an object"
        default: "an object"
        }
    }
}
