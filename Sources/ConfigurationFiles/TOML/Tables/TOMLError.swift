import Mirroring

/// A syntax error in a TOML text, with its position.
package struct TOMLError: Error, Hashable, Sendable {
    package let position: SourcePosition
    /// What is wrong or was expected; at most some 200 characters.
    package let message: String

    init(_ position: SourcePosition, _ message: String) {
        self.position = position
        self.message = message
    }
}

extension String {
    /// The text for use in a message: truncated, and without control characters.
    package var abbreviated: String {
        let short = String(unicodeScalars.prefix(Self.abbreviatedLength)).printable
        let isWhole = unicodeScalars.dropFirst(Self.abbreviatedLength).isEmpty
        return short + (isWhole ? "" : "...")
    }

    private static var abbreviatedLength: Int { 60 }
}

/// A place in a text file. Lines and columns count from 1; columns count Unicode scalars.
package struct SourcePosition: Hashable, Sendable, Comparable {
    package var line: Int
    package var column: Int

    package static let start = SourcePosition(line: 1, column: 1)

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
