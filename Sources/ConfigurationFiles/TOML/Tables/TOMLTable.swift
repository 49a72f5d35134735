/// A TOML table: its keys in order, their values and the positions of both.
package final class TOMLTable {
    /// The way a table was defined, which decides what may still be added to it.
    enum Origin {
        /// Its own header, or the whole text.
        case header
        /// A header of a nested table; its own header may follow.
        case implied
        /// A dotted key; other dotted keys may add to it.
        case dotted
        /// Braces, which close the table to additions.
        case inline
    }

    private struct Entry {
        var keyPosition: SourcePosition
        let value: TOMLValue
    }

    /// The position of the header, the brace or the key that opens the table.
    package internal(set) var position: SourcePosition
    /// The keys in the text's order.
    package private(set) var keys: [String] = []
    var origin: Origin
    private var entries: [String: Entry] = [:]

    init(_ origin: Origin, at position: SourcePosition) {
        self.origin = origin
        self.position = position
    }

    package subscript(key: String) -> TOMLValue? { entries[key]?.value }

    /// The position of a key's first occurrence, or of the header for a table with one. Nil for an absent key.
    package func position(ofKey key: String) -> SourcePosition? { entries[key]?.keyPosition }

    /// Adds a new key.
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
