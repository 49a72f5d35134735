package import Mirroring

extension ControlCommands {
    static let configuration: [any ControlCommand.Type] = [
        ReloadConfigurationRequest.self, ShowConfigurationRequest.self,
    ]
}

/// Reload the configuration.
package struct ReloadConfigurationRequest: ControlCommand {
    package static let name = "config.reload"

    package init() {}
}

/// The configuration in force.
package struct ShowConfigurationRequest: ControlCommand {
    package static let name = "config.show"

    package struct Reply: ControlReply {
        package var configuration: ConfigurationReport

        package init(_ configuration: ConfigurationReport) {
            self.configuration = configuration
        }
    }

    package init() {}
}

/// The configuration in force: each key's value, and where it came from.
package struct ConfigurationReport: Hashable, Sendable, Codable {
    package enum Source: String, Hashable, Sendable, Codable {
        /// Kagami's own default.
        case builtIn = "default"
        case file
        case commandLine = "command-line"
    }

    package struct Entry: Hashable, Sendable, Codable {
        /// The key, such as `panel.scale`.
        package var key: String
        /// The value; null if unset.
        package var value: ConfigurationValue
        package var source: Source
        /// The file that sets the value; null for other sources.
        @Nullable package var file: String?
        /// The line in the file; null for other sources.
        @Nullable package var line: Int?

        package init(
            key: String, value: ConfigurationValue, source: Source, file: String? = nil, line: Int? = nil
        ) {
            self.key = key
            self.value = value
            self.source = source
            self.file = file
            self.line = line
        }
    }

    /// The files that were last read without an error, in order; later files override earlier ones.
    package var files: [String]
    package var values: [Entry]

    package init(files: [String], values: [Entry]) {
        self.files = files
        self.values = values
    }
}

/// A configuration value, as in TOML.
package enum ConfigurationValue: Hashable, Sendable {
    case none
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([ConfigurationValue])

    /// The value in TOML syntax; empty if unset.
    package var toml: String {
        switch self {
        case .none: ""
        case .flag(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
        case .list(let values): "[\(values.map(\.toml).joined(separator: ", "))]"
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
        if scalar.isPrintable { return String(Character(scalar)) }
        let digits = String(scalar.value, radix: 16)
        return "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
}

extension ConfigurationValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([ConfigurationValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let values): try container.encode(values)
        }
    }
}
