/// What a line asks for.
enum TextRequest: Hashable {
    /// Type a text into what has the keyboard.
    case type(String)
    /// Put a text into the clipboard.
    case copy(String)
    /// Say which text the clipboard has.
    case paste
}

extension TextRequest: Decodable {
    private enum CodingKeys: CodingKey {
        case command, text
    }

    private enum Command: String, Decodable {
        case type, copy, paste
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Command.self, forKey: .command) {
        case .type: self = .type(try container.decode(String.self, forKey: .text))
        case .copy: self = .copy(try container.decode(String.self, forKey: .text))
        case .paste: self = .paste
        }
    }
}

/// The line that answers a request.
struct TextReply: Hashable, Encodable {
    var ok = true
    /// The clipboard's text, for a paste.
    var text: String?
    /// Why a request was not carried out.
    var error: String?
}
