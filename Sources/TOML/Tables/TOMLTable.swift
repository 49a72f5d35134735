/// A table of a TOML text: its keys in the text's order, their values, and where both are.
package final class TOMLTable {
    /// How a table came to be, which decides what may still be added to it.
    enum Origin {
        /// A header of its own, or the whole text.
        case header
        /// A header of a table in it; a header of its own may follow.
        case implied
        /// A dotted key; other dotted keys may add to it.
        case dotted
        /// Braces: it is complete.
        case inline
    }

    private struct Entry {
        var keyPosition: SourcePosition
        let value: TOMLValue
    }

    /// Of the header, the brace or the key that opens it.
    package internal(set) var position: SourcePosition
    /// In the text's order.
    package private(set) var keys: [String] = []
    var origin: Origin
    private var entries: [String: Entry] = [:]

    init(_ origin: Origin, at position: SourcePosition) {
        self.origin = origin
        self.position = position
    }

    package subscript(key: String) -> TOMLValue? { entries[key]?.value }

    /// Where a key stands for the first time; of a table with a header, the header's place. Nil for an absent key.
    package func position(ofKey key: String) -> SourcePosition? { entries[key]?.keyPosition }

    /// Adds a key that is not there yet.
    func add(_ key: TOMLKey, at position: SourcePosition? = nil, _ value: TOMLValue) {
        keys.append(key.name)
        entries[key.name] = Entry(keyPosition: position ?? key.position, value: value)
    }

    func moveKey(_ name: String, to position: SourcePosition) {
        entries[name]?.keyPosition = position
    }
}

/// One part of a key.
struct TOMLKey {
    let name: String
    let position: SourcePosition
}
