/// A pattern for a whole text: `*` stands for any characters, also none, and `?` for one; letters count in either case.
package struct TextPattern: Hashable, Sendable {
    /// The most characters.
    package static let longest = 200
    /// The most of a text that is looked at; applications choose their titles.
    private static let longestText = 4096

    package let text: String
    private let pattern: [Character]

    /// Nil for an empty or too long pattern.
    package init?(_ text: String) {
        guard !text.isEmpty, text.count <= Self.longest else { return nil }
        self.text = text
        pattern = Array(text.lowercased())
    }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().prefix(Self.longestText))
        var (place, next) = (0, 0)
        /// The last star, and the first character after what it stands for.
        var star: (next: Int, place: Int)?
        while place < text.count {
            if next < pattern.count, pattern[next] == "*" {
                next += 1
                star = (next, place)
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
                (place, next) = (place + 1, next + 1)
            } else if let last = star {
                // The star stands for one character more.
                star = (last.next, last.place + 1)
                (next, place) = (last.next, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
