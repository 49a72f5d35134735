/// An encoder that notes the keys that a value writes and the static types of what it writes there.
final class ShapeEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let finder: ShapeFinder
    private(set) var object = ObjectShape()
    /// The shape of a value that is not an object; nil for an object.
    private(set) var single: JSONShape?
    /// Why the value cannot be described; nil where it can.
    private(set) var refusal: ShapeError?

    init(_ finder: ShapeFinder) {
        self.finder = finder
    }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keys(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { List(rest: refused("a list is written by hand")) }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private func note<T: Encodable>(_: T.Type, at key: any CodingKey, isRequired: Bool) throws {
        let shape = try finder.shape(of: T.self)
        object.fields.append(ObjectShape.Field(key: key.stringValue, shape: shape, isRequired: isRequired))
    }

    /// Notes that the value cannot be described; returns an encoder that takes the rest of the value.
    private func refused(_ reason: String) -> ShapeEncoder {
        refusal = ShapeError(reason)
        return ShapeEncoder(finder)
    }

    private struct Keys<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ShapeEncoder
        let codingPath: [any CodingKey] = []

        func encode<T: Encodable>(_: T, forKey key: Key) throws {
            try encoder.note(T.self, at: key, isRequired: true)
        }

        func encodeIfPresent<T: Encodable>(_: T?, forKey key: Key) throws {
            try encoder.note(T.self, at: key, isRequired: false)
        }

        func encodeNil(forKey key: Key) throws { throw ShapeError("\(key.stringValue) is null and no optional") }

        func nestedContainer<Nested: CodingKey>(
            keyedBy _: Nested.Type, forKey _: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.refused("an object is written without a type").container(keyedBy: Nested.self)
        }

        func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

        func superEncoder() -> any Encoder { encoder }

        func superEncoder(forKey _: Key) -> any Encoder { encoder }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ShapeEncoder
        let codingPath: [any CodingKey] = []

        func encode<T: Encodable>(_: T) throws { encoder.single = try encoder.finder.shape(of: T.self) }

        func encodeNil() throws { throw ShapeError("a value is null and no optional") }
    }

    /// A list that is written by hand, whose elements could be anything.
    private struct List: UnkeyedEncodingContainer {
        let rest: ShapeEncoder
        let codingPath: [any CodingKey] = []
        let count = 0

        func encode<T: Encodable>(_: T) {}

        func encodeNil() {}

        func nestedContainer<Nested: CodingKey>(keyedBy key: Nested.Type) -> KeyedEncodingContainer<Nested> {
            rest.container(keyedBy: key)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

        func superEncoder() -> any Encoder { rest }
    }
}
