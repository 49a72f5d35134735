import Mirroring

/// A JSON Schema (https://json-schema.org, 2020-12) of the service's status, lists or events.
///
/// Keys that the schema does not name are allowed, because new keys may be added.
package struct JSONSchema: Encodable {
    /// What can be described.
    package enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The object that `status` prints.
        case status
        /// The list that `outputs` prints.
        case outputs
        /// The list that `windows` prints.
        case windows
        /// Each line that `events` prints.
        case events
    }

    package let subject: Subject
    package let root: JSONShape
    /// The described objects by their names.
    package let objects: [String: ObjectShape]

    /// Throws a `ShapeError` if a type encodes itself in a way that cannot be described.
    package init(of subject: Subject) throws {
        let finder = ShapeFinder()
        self.subject = subject
        switch subject {
        case .status: root = try finder.shape(of: ServiceStatus.self)
        case .outputs: root = try finder.shape(of: [OutputStatus].self)
        case .windows: root = try finder.shape(of: [WindowStatus].self)
        case .events: root = .oneOf(try Self.events(finder))
        }
        objects = finder.objects
    }

    /// Each kind of event is an object of its own, named after the kind.
    private static func events(_ finder: ShapeFinder) throws -> [String] {
        try ServiceEvent.Kind.allCases.map { kind in
            let type = ServiceEvent.CodingKeys.type.stringValue
            let name = kind.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            let sample = try ServiceEvent(from: SampleDecoder(texts: [type: kind.rawValue]))
            _ = try finder.describe(sample, as: name + "Event")
            finder.fix(type, of: name + "Event", to: kind.rawValue)
            return name + "Event"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Word.self)
        try container.encode("https://json-schema.org/draft/2020-12/schema", forKey: "$schema")
        try container.encode("kagami \(subject.rawValue)", forKey: "title")
        try container.encode(objects, forKey: "$defs")
        try root.encode(to: encoder)
    }
}

/// A key of a schema.
private struct Word: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue _: Int) { nil }
}

extension ObjectShape: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Word.self)
        try container.encode("object", forKey: "type")
        try container.encode(fields.filter(\.isRequired).map(\.key).sorted(), forKey: "required")
        let properties = Dictionary(fields.map { ($0.key, $0.shape) }) { first, _ in first }
        try container.encode(properties, forKey: "properties")
    }
}

extension JSONShape: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Word.self)
        switch self {
        case .boolean: try container.encode("boolean", forKey: "type")
        case .integer: try container.encode("integer", forKey: "type")
        case .number: try container.encode("number", forKey: "type")
        case .text: try container.encode("string", forKey: "type")
        case .words(let words):
            try container.encode("string", forKey: "type")
            try container.encode(words, forKey: "enum")
        case .pattern(let pattern):
            try container.encode("string", forKey: "type")
            try container.encode(pattern, forKey: "pattern")
        case .list(let element):
            try container.encode("array", forKey: "type")
            try container.encode(element, forKey: "items")
        case .nullable(let shape):
            var shapes = container.nestedUnkeyedContainer(forKey: "anyOf")
            try shapes.encode(shape)
            try shapes.encode(["type": "null"])
        case .object(let name): try container.encode(Self.reference(name), forKey: "$ref")
        case .oneOf(let names): try container.encode(names.map { ["$ref": Self.reference($0)] }, forKey: "oneOf")
        }
    }

    private static func reference(_ name: String) -> String { "#/$defs/\(name)" }
}
