/// A language of the service's own texts.
package enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case japanese = "ja"

    /// The language of a session by its environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    package init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // A locale is `language[_territory][.codeset][@modifier]`.
        let word = locale.prefix { !"_.@".contains($0) }
        self = Self(rawValue: String(word)) ?? .english
    }
}
