/// A place in a text file; both count from 1, columns in Unicode scalars.
package struct SourcePosition: Hashable, Sendable, Comparable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static let start = SourcePosition(line: 1, column: 1)

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
