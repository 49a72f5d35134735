import Mirroring

extension BindingConfiguration {
    mutating func read(_ reader: TableReader) {
        for action in BoundAction.allCases {
            let expected = "a chord such as \"meta+shift+p\", or \"none\""
            let chord = reader.value(action.rawValue, expected) { value in
                value.string.flatMap(BoundChord.init)
            }
            if let chord { chords[action] = chord.chord }
        }
    }
}

/// What a binding's text says: a chord, or none.
private struct BoundChord {
    let chord: BoundKeys?

    /// Nil for any text that is neither.
    init?(_ text: String) {
        if text == "none" {
            chord = nil
            return
        }
        var words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard let key = words.popLast().flatMap(KeyNames.code), BoundKeys.Modifier(code: key) == nil else { return nil }
        let modifiers = words.compactMap(BoundKeys.Modifier.init(rawValue:))
        guard modifiers.count == words.count, Set(modifiers).count == words.count else { return nil }
        chord = BoundKeys(Set(modifiers), key)
    }
}
