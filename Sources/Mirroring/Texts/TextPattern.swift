/// A pattern for a whole text, which ignores case.
///
/// `*` stands for any characters or none, and `?` for one character.
package struct TextPattern: Hashable, Sendable {
    /// The most characters of a pattern.
    package static let longest = 200
    /// The most characters of a text that are compared, because applications choose their titles.
    private static let longestText = 4096

    package let text: String
    private let pattern: [Character]

    /// A pattern, or nil for an empty or too long text.
    package init?(_ text: String) {
        guard !text.isEmpty, text.count <= Self.longest else { return nil }
        self.text = text
        pattern = Array(text.lowercased())
    }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().prefix(Self.longestText))
        var (place, next) = (0, 0)
        /// The pattern after the last star, and the first character after the text that the star stands for.
        var star: (next: Int, place: Int)?
        while place < text.count {
            if next < pattern.count, pattern[next] == "*" {
                next += 1
                star = (next, place)
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
                (place, next) = (place + 1, next + 1)
            } else if let last = star {
                // The star stands for one more character.
                star = (last.next, last.place + 1)
                (next, place) = (last.next, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
