package import Mirroring

extension ControlCommands {
    static let menu: [any ControlCommand.Type] = [
        ShowMenuRequest.self, HideMenuRequest.self, AskRequest.self, ResetHintsRequest.self,
    ]
}

/// Open the panel menu.
package struct ShowMenuRequest: ControlCommand {
    package static let name = "menu.show"

    package init() {}
}

/// Close the panel menu.
package struct HideMenuRequest: ControlCommand {
    package static let name = "menu.hide"

    package init() {}
}

/// Ask a question at the panel, which is allowed or refused there.
package struct AskRequest: ControlCommand {
    package static let name = "ask"

    package struct Reply: ControlReply {
        package var answer: PanelAnswer

        package init(answer: PanelAnswer) {
            self.answer = answer
        }
    }

    /// The question, in one line.
    package var text: String
    /// The question in Japanese, for a panel in this language.
    package var japanese: String?
    /// How long the question waits for an answer.
    package var seconds: Int

    package static let patience = 1...600
    package static let usualPatience = 60

    package init(_ text: String, japanese: String? = nil, seconds: Int = AskRequest.usualPatience) {
        self.text = text
        self.japanese = japanese
        self.seconds = seconds
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, keyedBy: CodingKeys.self)
        text = try fields.value(.text)
        japanese = try fields.optional(.japanese)
        seconds = try fields.integer(.seconds, in: Self.patience, default: Self.usualPatience)
        guard [text, japanese ?? text].allSatisfy(\.fitsLabel) else {
            throw ControlRequestError("text and japanese must have 1 to \(String.longestLabel) characters")
        }
    }
}

/// Show the hints for first use again.
package struct ResetHintsRequest: ControlCommand {
    package static let name = "hints.reset"

    package init() {}
}
