#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Made-up values of any type that can be decoded.
enum Sample {
    /// A value whose optionals are nil, lists empty, numbers 1, and texts the same word; `texts` are the texts at some keys.
    static func make<T: Decodable>(_: T.Type, texts: [String: String] = [:]) throws -> T {
        if let word = T.self as? any DescribedWord.Type, let sample = word.sample as? T { return sample }
        if let cases = T.self as? any CaseIterable.Type, let sample = first(of: cases) as? T { return sample }
        if let list = T.self as? any EmptyList.Type, let sample = list.init() as? T { return sample }
        for plain: Any in [true, 1, 1 as UInt32, 1 as Int64, 1.0, "sample"] {
            if let sample = plain as? T { return sample }
        }
        return try T(from: SampleDecoder(texts: texts))
    }

    private static func first<T: CaseIterable>(of _: T.Type) -> T? { T.allCases.first }
}

private protocol EmptyList {
    init()
}

extension Array: EmptyList {}

/// A decoder of samples.
struct SampleDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// The texts at some keys.
    let texts: [String: String]

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keys(texts: texts))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw ShapeError("a list is read by hand")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let texts: [String: String]
        let codingPath: [any CodingKey] = []
        let allKeys: [Key] = []

        /// Optional values are always absent.
        func contains(_: Key) -> Bool { false }

        func decodeNil(forKey _: Key) -> Bool { true }

        func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T {
            guard let text = texts[key.stringValue] else { return try Sample.make(T.self) }
            let values = try JSONDecoder().decode([T].self, from: try JSONEncoder().encode([text]))
            guard let value = values.first else { throw ShapeError("\(key.stringValue) is no text") }
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type, forKey _: Key
        ) -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(SampleDecoder.Keys<Nested>(texts: [:]))
        }

        func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer {
            throw ShapeError("a list is read by hand")
        }

        func superDecoder() -> any Decoder { SampleDecoder(texts: texts) }

        func superDecoder(forKey _: Key) -> any Decoder { SampleDecoder(texts: [:]) }
    }

    private struct Single: SingleValueDecodingContainer {
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { false }

        func decode<T: Decodable>(_: T.Type) throws -> T { try Sample.make(T.self) }
    }
}
