/// An encoder that notes the keys that a value writes and the static types of what it writes there.
final class ShapeEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let finder: ShapeFinder
    private(set) var object = ObjectShape()
    /// For a value that is no object; nil for an object.
    private(set) var single: JSONShape?

    init(_ finder: ShapeFinder) {
        self.finder = finder
    }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keys(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Refusal() }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private func note<T: Encodable>(_: T.Type, at key: any CodingKey, isRequired: Bool) throws {
        let shape = try finder.shape(of: T.self)
        object.fields.append(ObjectShape.Field(key: key.stringValue, shape: shape, isRequired: isRequired))
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
            KeyedEncodingContainer(RefusedKeys<Nested>())
        }

        func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer { Refusal() }

        func superEncoder() -> any Encoder { encoder }

        func superEncoder(forKey _: Key) -> any Encoder { encoder }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ShapeEncoder
        let codingPath: [any CodingKey] = []

        func encode<T: Encodable>(_: T) throws { encoder.single = try encoder.finder.shape(of: T.self) }

        func encodeNil() throws { throw ShapeError("a value is null and no optional") }
    }
}

/// Where a value writes a list by hand, whose elements would be anything.
private struct Refusal: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey] = []
    let count = 0

    func encode<T: Encodable>(_: T) throws { throw ShapeError("a list is written by hand") }

    func encodeNil() throws { throw ShapeError("a list is written by hand") }

    func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(RefusedKeys<Nested>())
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Refusal() }

    func superEncoder() -> any Encoder { RefusingEncoder() }
}

/// Where a value writes an object within itself, which has no type to name it by.
private struct RefusedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []

    func encode<T: Encodable>(_: T, forKey _: Key) throws { throw ShapeError("an object is written without a type") }

    func encodeNil(forKey _: Key) throws { throw ShapeError("an object is written without a type") }

    func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(RefusedKeys<Nested>())
    }

    func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer { Refusal() }

    func superEncoder() -> any Encoder { RefusingEncoder() }

    func superEncoder(forKey _: Key) -> any Encoder { RefusingEncoder() }
}

private struct RefusingEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RefusedKeys<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Refusal() }

    func singleValueContainer() -> any SingleValueEncodingContainer { RefusedSingle() }
}

private struct RefusedSingle: SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []

    func encode<T: Encodable>(_: T) throws { throw ShapeError("a value is written by its superclass") }

    func encodeNil() throws { throw ShapeError("a value is written by its superclass") }
}
