/// Finds the word that a misspelt one was meant to be.
enum Spelling {
    /// The word of `words` that takes the fewest edits, at most a third of its letters (but one at least).
    static func nearest(to word: String, among words: [String]) -> String? {
        words.map { (word: $0, edits: edits(from: word, to: $0)) }
            .filter { $0.edits <= max(1, $0.word.count / 3) }
            .min { $0.edits < $1.edits }?.word
    }

    /// The Levenshtein distance: letters to add, drop or replace.
    static func edits(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
        var row = Array(0...second.count)
        for (i, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in second.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[second.count]
    }
}
