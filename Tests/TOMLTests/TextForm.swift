@testable import ConfigurationFiles

/// Tables and values written in one way only, to be compared.
extension TOMLTable {
    var form: String {
        "{" + keys.map { "\($0): \(self[$0]?.form ?? "?")" }.joined(separator: ", ") + "}"
    }
}

extension TOMLValue {
    var form: String {
        switch content {
        case .string(let string): "\"" + string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
        case .integer(let integer): "\(integer)"
        case .float(let float): "\(float)"
        case .boolean(let boolean): "\(boolean)"
        case .date(let date): "date \(date)"
        case .array(let array): "[" + array.values.map(\.form).joined(separator: ", ") + "]"
        case .table(let table): table.form
        }
    }
}
