/// A TOML value and its position.
package struct TOMLValue {
    package enum Content {
        case string(String)
        case integer(Int)
        case float(Double)
        case boolean(Bool)
        /// A date, a time or both, checked and as written.
        case date(String)
        case array(TOMLArray)
        case table(TOMLTable)
    }

    /// The start of the value, or of the header for a table with one.
    package let position: SourcePosition
    package let content: Content

    init(_ content: Content, at position: SourcePosition) {
        self.content = content
        self.position = position
    }

    /// These accessors are nil for a value of another kind; nothing is converted.
    package var string: String? { if case .string(let string) = content { string } else { nil } }
    package var int: Int? { if case .integer(let integer) = content { integer } else { nil } }
    package var double: Double? { if case .float(let float) = content { float } else { nil } }
    /// A number, whole or not.
    package var number: Double? { double ?? int.map(Double.init) }
    package var bool: Bool? { if case .boolean(let boolean) = content { boolean } else { nil } }
    package var array: [TOMLValue]? { if case .array(let array) = content { array.values } else { nil } }
    package var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }
}

/// The values of an array, or the tables of an array of tables.
package final class TOMLArray {
    package internal(set) var values: [TOMLValue]
    /// Whether the array was made by `[[headers]]`, so that more tables may follow.
    let isOfTables: Bool

    init(_ values: [TOMLValue], isOfTables: Bool) {
        self.values = values
        self.isOfTables = isOfTables
    }
}
