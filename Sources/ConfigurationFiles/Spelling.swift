/// Suggests corrections for misspelt words.
package enum Spelling {
    /// The word of `words` that takes the fewest edits, at most a third of its letters (but one at least).
    package static func nearest(to word: String, among words: [String]) -> String? {
        words.compactMap { other in
            edits(from: word, to: other, atMost: max(1, other.count / 3)).map { (word: other, edits: $0) }
        }
        .min { $0.edits < $1.edits }?.word
    }

    /// The edit distance (optimal string alignment: insert, delete, replace, swap neighbours); nil for more than
    /// `limit`. Only the beginnings of long words are compared.
    static func edits(from first: String, to second: String, atMost limit: Int = .max) -> Int? {
        let (first, second) = (Array(first.prefix(comparedLength)), Array(second.prefix(comparedLength)))
        var before = [Int]()
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var edits = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    edits = min(edits, before[j - 1] + 1)
                }
                row.append(edits)
            }
            // Later rows are never less than the minimum of two consecutive rows.
            if min(row.min() ?? 0, last.min() ?? 0) > limit { return nil }
            (before, last) = (last, row)
        }
        return last[second.count] <= limit ? last[second.count] : nil
    }

    private static let comparedLength = 32
}
