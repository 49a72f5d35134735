/// A property whose key is always present, with null for no value; Swift by default omits such a key.
@propertyWrapper
package struct Nullable<Value> {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: Codable where Value: Codable {
    package init(from decoder: any Decoder) throws {
        wrappedValue = try Value?(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

/// Encoding that the code derived by Swift calls.
extension KeyedEncodingContainer {
    package mutating func encode<Value: Codable>(_ property: Nullable<Value>, forKey key: Key) throws {
        try encode(property.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a missing key as null, because services and files of older versions lack some keys.
    package func decode<Value: Codable>(_: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

/// A value that is encoded as its text.
package protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) has no meaning here")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

extension KeyedEncodingContainer {
    /// Encodes these keys, with null for a value that is nil.
    package mutating func encode(_ fields: KeyValuePairs<Key, any Encodable>) throws {
        for (key, value) in fields { try encode(value, forKey: key) }
    }

    /// Encodes those of these keys that have a value.
    package mutating func encodePresent(_ fields: KeyValuePairs<Key, (any Encodable)?>) throws {
        for (key, value) in fields {
            if let value { try encode(value, forKey: key) }
        }
    }
}
