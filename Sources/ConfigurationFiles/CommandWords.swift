/// A command line split into words like a shell does, with quotes and backslashes. Nothing is expanded.
package struct CommandWords: Hashable, Sendable {
    package let words: [String]

    /// Nil for text without a program or with an unclosed quote.
    package init?(_ text: String) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\\" {
                isEscaped = true
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let last = word { words.append(last) }
        guard quote == nil, !isEscaped, let program = words.first, !program.isEmpty else { return nil }
        self.words = words
    }
}
