import PrintableText

/// Why a text is not TOML, and where.
package struct TOMLError: Error, Hashable, Sendable {
    package let position: SourcePosition
    /// What is wrong or was expected, in words for the text's author; at most some 200 characters.
    package let message: String

    init(_ position: SourcePosition, _ message: String) {
        self.position = position
        self.message = message
    }
}

extension String {
    /// The text for use in a message: not longer than a line has room for, and without what steers a terminal.
    package var abbreviated: String {
        let short = String(unicodeScalars.prefix(Self.abbreviatedLength)).printable
        let isWhole = unicodeScalars.dropFirst(Self.abbreviatedLength).isEmpty
        return short + (isWhole ? "" : "...")
    }

    private static var abbreviatedLength: Int { 60 }
}
