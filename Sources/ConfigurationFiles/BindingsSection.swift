import TOML
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

    /// Reads one `[[content_key]]`; ignores a table that lacks a key.
    mutating func readContentKey(_ reader: TableReader) {
        let chord = reader.required("keys", "a chord such as \"meta+right\", or a key") { value in
            value.string.flatMap(BoundChord.init)?.chord
        }
        let code = reader.required("sends", "a key such as \"pagedown\"") { value in
            value.string.flatMap(KeyNames.code).flatMap { BoundKeys.Modifier(code: $0) == nil ? $0 : nil }
        }
        guard let chord, let code else { return }
        contentKeys[chord] = code
        reader.list("sends", as: ConfigurationListing.path(ofContentKey: chord))
    }
}

/// The value of a binding: a chord, or none.
private struct BoundChord {
    let chord: BoundKeys?

    /// Nil for any other text.
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
