import Foundation

@testable import Control

/// Compares a line of JSON with a schema, strictly: keys that the schema does not name are complaints too.
struct SchemaCheck {
    let schema: JSONSchema
    private(set) var complaints: [String] = []
    /// The keys that have been seen, as `Object.key`; with `null` and `value` behind those that may be null.
    private(set) var seen: Set<String> = []

    init(_ schema: JSONSchema) {
        self.schema = schema
    }

    /// What `seen` comes to once everything has occurred.
    static func everything(of schema: JSONSchema) -> Set<String> {
        var all: Set<String> = []
        for (name, object) in schema.objects {
            for field in object.fields {
                if case .nullable = field.shape {
                    all.formUnion(["\(name).\(field.key) null", "\(name).\(field.key) value"])
                } else {
                    all.insert("\(name).\(field.key)")
                }
            }
        }
        return all
    }

    mutating func check(_ line: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
        check(value, schema.root, at: "")
    }

    private mutating func check(_ value: Any, _ shape: JSONShape, at path: String) {
        let isFine: Bool
        switch shape {
        case .boolean: isFine = Self.isBoolean(value)
        case .integer: isFine = !Self.isBoolean(value) && value as? Int != nil
        case .number: isFine = !Self.isBoolean(value) && value as? Double != nil
        case .text: isFine = value is String
        case .words(let words): isFine = (value as? String).map(words.contains) ?? false
        case .pattern(let pattern):
            isFine = (value as? String)?.range(of: pattern, options: .regularExpression) != nil
        case .nullable(let shape):
            isFine = true
            if !(value is NSNull) { check(value, shape, at: path) }
        case .list(let shape):
            isFine = value is [Any]
            for element in value as? [Any] ?? [] { check(element, shape, at: path + "[]") }
        case .object(let name):
            isFine = check(value as? [String: Any], name, at: path)
        case .oneOf(let names):
            let object = value as? [String: Any]
            let named = names.filter { name in
                let type = schema.objects[name]?.fields.first { $0.key == "type" }
                return type?.shape == .words([object?["type"] as? String ?? ""])
            }
            isFine = named.count == 1 && check(object, named[0], at: path)
        }
        if !isFine { complaints.append("\(path): \(value) is not \(shape)") }
    }

    private mutating func check(_ object: [String: Any]?, _ name: String, at path: String) -> Bool {
        guard let object, let shape = schema.objects[name] else { return false }
        for key in object.keys where !shape.fields.contains(where: { $0.key == key }) {
            complaints.append("\(path).\(key) is not in the schema")
        }
        for field in shape.fields {
            guard let value = object[field.key] else {
                if field.isRequired { complaints.append("\(path).\(field.key) is missing") }
                continue
            }
            if case .nullable = field.shape {
                seen.insert("\(name).\(field.key) \(value is NSNull ? "null" : "value")")
            } else {
                seen.insert("\(name).\(field.key)")
            }
            check(value, field.shape, at: "\(path).\(field.key)")
        }
        return true
    }

    private static func isBoolean(_ value: Any) -> Bool {
        // Foundation's numbers remember what they were made of.
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }
}
