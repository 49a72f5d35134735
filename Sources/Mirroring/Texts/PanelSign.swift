/// A small sign on the panel that stays while what it says holds.
package struct PanelSign: Hashable, Sendable {
    package enum Words: Hashable, Sendable {
        case fixed(PanelText)
        /// The same in every language, such as a time.
        case verbatim(String)

        package func text(in language: Language) -> String {
            switch self {
            case .fixed(let text): text.text(in: language)
            case .verbatim(let text): text
            }
        }
    }

    package let text: Words
    package let tone: SignTone

    package init(_ text: Words, _ tone: SignTone) {
        self.text = text
        self.tone = tone
    }

    /// The external keeps its last picture.
    package static let frozen = PanelSign(.fixed(.frozenSign), .notable)
    /// The external has dropped out, and may come back.
    package static let away = PanelSign(.fixed(.awaySign), .notable)
}

/// How urgent a sign is, by its colour.
package enum SignTone: Hashable, Sendable {
    case plain
    /// Something is not as usual.
    case notable
    /// Something is due soon.
    case warning
    /// Something is overdue.
    case alarm
}
