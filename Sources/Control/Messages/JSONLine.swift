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

    private static func path(_ keys: [any CodingKey]) -> String {
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
