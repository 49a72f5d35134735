package import Mirroring

/// One line that answers a request: `{"ok":true,...}` or `{"ok":false,"error":"one line"}`.
package enum ControlReply: Hashable, Sendable {
    case done
    /// Done, with a note of one line for the user.
    case note(String)
    case status(ServiceStatus)
    case outputs([OutputStatus])
    case windows([WindowStatus])
    case configuration(ConfigurationReport)
    /// What failed and why, in one line for the user.
    case failure(String)
}

extension ControlReply: Codable {
    private enum CodingKeys: String, CodingKey {
        case isDone = "ok"
        case error, status, outputs, windows, note, configuration
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try !container.decode(Bool.self, forKey: .isDone) {
            self = .failure(try container.decode(String.self, forKey: .error))
        } else if let status = try container.decodeIfPresent(ServiceStatus.self, forKey: .status) {
            self = .status(status)
        } else if let outputs = try container.decodeIfPresent([OutputStatus].self, forKey: .outputs) {
            self = .outputs(outputs)
        } else if let windows = try container.decodeIfPresent([WindowStatus].self, forKey: .windows) {
            self = .windows(windows)
        } else if let report = try container.decodeIfPresent(ConfigurationReport.self, forKey: .configuration) {
            self = .configuration(report)
        } else if let note = try container.decodeIfPresent(String.self, forKey: .note) {
            self = .note(note)
        } else {
            self = .done
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .done:
            try container.encode(true, forKey: .isDone)
        case .note(let note):
            try container.encode(true, forKey: .isDone)
            try container.encode(note, forKey: .note)
        case .status(let status):
            try container.encode(true, forKey: .isDone)
            try container.encode(status, forKey: .status)
        case .outputs(let outputs):
            try container.encode(true, forKey: .isDone)
            try container.encode(outputs, forKey: .outputs)
        case .windows(let windows):
            try container.encode(true, forKey: .isDone)
            try container.encode(windows, forKey: .windows)
        case .configuration(let report):
            try container.encode(true, forKey: .isDone)
            try container.encode(report, forKey: .configuration)
        case .failure(let error):
            try container.encode(false, forKey: .isDone)
            try container.encode(error, forKey: .error)
        }
    }
}
