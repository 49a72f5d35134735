/// Finds the word that a misspelt one was meant to be.
enum Spelling {
    /// The word of `words` that takes the fewest edits, at most a third of its letters (but one at least).
    static func nearest(to word: String, among words: [String]) -> String? {
        words.map { (word: $0, edits: edits(from: word, to: $0)) }
            .filter { $0.edits <= max(1, $0.word.count / 3) }
            .min { $0.edits < $1.edits }?.word
    }

    /// How many letters to add, drop, replace or swap with their neighbour (optimal string alignment).
    static func edits(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var edits = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    edits = min(edits, rows[i - 1][j - 1] + 1)
                }
                row.append(edits)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
