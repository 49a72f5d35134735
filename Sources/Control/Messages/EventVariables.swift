package import Mirroring

extension ServiceEvent {
    /// The event as environment variables for a program.
    ///
    /// `KAGAMI_EVENT` is the event's type. Each further key of its JSON object has a variable of its own, such as
    /// `KAGAMI_OUTPUT`. Keys of an inner object follow their owner's name, lists are joined by commas, and null has no
    /// variable.
    package var variables: [String: String] {
        let json = JSONLine()
        guard let field = try? json.decode(JSONField.self, from: json.encode(self)) else { return [:] }
        var variables = field.variables(named: "KAGAMI")
        variables["KAGAMI_EVENT"] = variables.removeValue(forKey: "KAGAMI_TYPE")
        return variables
    }
}

/// A value of JSON as text.
private enum JSONField: Decodable {
    case text(String)
    case list([JSONField])
    case object([String: JSONField])
    case none

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .text(flag ? "true" : "false")
        } else if let number = try? container.decode(Int.self) {
            self = .text(String(number))
        } else if let number = try? container.decode(Double.self) {
            self = .text(String(number))
        } else if let text = try? container.decode(String.self) {
            // The environment's strings end at a zero.
            self = .text(String(text.prefix { $0 != "\0" }))
        } else if let list = try? container.decode([JSONField].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONField].self))
        }
    }

    func variables(named name: String) -> [String: String] {
        switch self {
        case .none: [:]
        case .text(let text): [name: text]
        case .list(let items):
            [name: items.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: ",")]
        case .object(let fields):
            fields.reduce(into: [:]) { variables, field in
                variables.merge(field.value.variables(named: "\(name)_\(field.key.uppercased())")) { first, _ in first }
            }
        }
    }
}
