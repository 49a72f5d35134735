/// A language of the service's own texts.
package enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case japanese = "ja"

    /// The language of a session from its environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    package init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // A locale is `language[_territory][.codeset][@modifier]`.
        let word = locale.prefix { !"_.@".contains($0) }
        self = Self(rawValue: String(word)) ?? .english
    }
}

/// A text in each of the service's languages.
package struct LocalizedText: Hashable, Sendable {
    private let english: String
    private let japanese: String

    package init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
    }

    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }
}
