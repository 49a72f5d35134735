package import Mirroring

/// A command for one display, whose only key is `name`: its connector.
package protocol OutputCommand: ControlCommand {
    var output: OutputID { get }

    init(_ output: OutputID)
}

/// A command that turns something on or off for one display: `enabled`, and `name`, its connector.
package protocol OutputSwitchCommand: ControlCommand {
    var output: OutputID { get }
    var enabled: Bool { get }

    init(_ output: OutputID, enabled: Bool)
}

private enum OutputKeys: String, CodingKey {
    case enabled, name
}

extension OutputCommand {
    package init(from decoder: any Decoder) throws {
        self.init(try RequestFields<OutputKeys>(decoder).output(.name))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: OutputKeys.self)
        try container.encode(output, forKey: .name)
    }
}

extension OutputSwitchCommand {
    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<OutputKeys>(decoder)
        self.init(try fields.output(.name), enabled: try fields.value(.enabled))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: OutputKeys.self)
        try container.encode(enabled, forKey: .enabled)
        try container.encode(output, forKey: .name)
    }
}
