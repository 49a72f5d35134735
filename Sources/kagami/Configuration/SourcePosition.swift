/// A place in a text file; both count from 1, columns in Unicode scalars.
struct SourcePosition: Hashable, Sendable, Comparable {
    var line: Int
    var column: Int

    static let start = SourcePosition(line: 1, column: 1)

    static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
