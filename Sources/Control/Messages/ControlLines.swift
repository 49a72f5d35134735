import Mirroring

/// A client's line: any command with its name.
package struct RequestLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case command
    }

    package let command: any ControlCommand

    package init(_ command: any ControlCommand) {
        self.command = command
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, keyedBy: CodingKeys.self)
        let name: String = try fields.value(.command)
        guard let type = ControlCommands.named(name) else { throw fields.unknown(.command, name) }
        command = try type.init(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type(of: command).name, forKey: .command)
        try command.encode(to: encoder)
    }
}

/// The line that answers a command: `{"ok":true,...}` with the reply's keys, or `{"ok":false,"error":"one line"}`.
package enum ControlAnswer<Reply: ControlReply>: Hashable, Sendable {
    case success(Reply)
    /// What failed and why, in one line for the user.
    case failure(String)
}

extension ControlAnswer where Reply == Done {
    package static var done: ControlAnswer { .success(Done()) }

    /// Done, with a note of one line for the user.
    package static func note(_ note: String) -> ControlAnswer { .success(Done(note: note)) }
}

extension ControlAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case isDone = "ok"
        case error
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decode(Bool.self, forKey: .isDone) {
            self = .success(try Reply(from: decoder))
        } else {
            self = .failure(try container.decode(String.self, forKey: .error))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .success(let reply):
            try container.encode(true, forKey: .isDone)
            try reply.encode(to: encoder)
        case .failure(let error):
            try container.encode([.isDone: false, .error: error])
        }
    }
}
