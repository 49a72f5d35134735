import Mirroring

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds out what values look like in JSON, from the code that encodes them.
///
/// A type decodes itself from made-up values, and the result encodes itself into an encoder that notes keys and static
/// types. So nothing is described twice. A key that is null in the sample is described too, because `encode` is called
/// with an optional type. Lists, optionals and enumerations need no sample.
final class ShapeFinder {
    /// Objects by their names.
    private(set) var objects: [String: ObjectShape] = [:]

    func shape(of type: any Encodable.Type) throws -> JSONShape {
        switch type {
        case is Bool.Type: return .boolean
        case is String.Type: return .text
        case is Double.Type: return .number
        case is any BinaryInteger.Type: return .integer
        case let optional as any OptionalValue.Type: return .nullable(try shape(of: optional.wrapped))
        case let list as any ListValue.Type: return .list(try shape(of: list.element))
        case let word as any DescribedWord.Type: return .pattern(word.pattern)
        case let words as any (Encodable & CaseIterable).Type: return .words(try Self.words(of: words))
        default: return try shapeOfSample(of: type)
        }
    }

    /// Describes the object that a value writes, under a name of its own.
    func describe(_ value: any Encodable, as name: String) throws -> JSONShape {
        let encoder = ShapeEncoder(self)
        // A type that contains itself refers to the name.
        objects[name] = ObjectShape()
        try value.encode(to: encoder)
        if let refusal = encoder.refusal { throw refusal }
        if let single = encoder.single {
            objects[name] = nil
            return single
        }
        // A dictionary, whose keys are not part of its type.
        if encoder.object.fields.isEmpty { throw ShapeError("\(name) has no keys of its own") }
        objects[name] = encoder.object
        return .object(name)
    }

    /// Makes a key of a described object a constant.
    func fix(_ key: String, of name: String, to word: String) {
        guard let index = objects[name]?.fields.firstIndex(where: { $0.key == key }) else { return }
        objects[name]?.fields[index].shape = .words([word])
    }

    private func shapeOfSample(of type: any Encodable.Type) throws -> JSONShape {
        let name = Self.name(of: type)
        if objects[name] != nil { return .object(name) }
        guard let decodable = type as? any Decodable.Type, let sample = try decodable.sample() as? any Encodable else {
            throw ShapeError("\(name) cannot be decoded")
        }
        return try describe(sample, as: name)
    }

    private static func words<T: Encodable & CaseIterable>(of _: T.Type) throws -> [String] {
        try JSONDecoder().decode([String].self, from: try JSONEncoder().encode(Array(T.allCases)))
    }

    /// A type's name without its module, after the names of its owners: `MenuStatusEntry`.
    private static func name(of type: any Any.Type) -> String {
        let name = String(reflecting: type).replacing(/\([^)]*\):?/, with: "")
        return name.split(separator: ".").dropFirst().joined()
    }
}

extension Decodable {
    fileprivate static func sample() throws -> Self { try Sample.make(Self.self) }
}

/// An optional that knows the type of its value.
private protocol OptionalValue {
    static var wrapped: any Encodable.Type { get }
}

extension Optional: OptionalValue where Wrapped: Encodable {
    fileprivate static var wrapped: any Encodable.Type { Wrapped.self }
}

/// A list that knows the type of its elements.
private protocol ListValue {
    static var element: any Encodable.Type { get }
}

extension Array: ListValue where Element: Encodable {
    fileprivate static var element: any Encodable.Type { Element.self }
}
