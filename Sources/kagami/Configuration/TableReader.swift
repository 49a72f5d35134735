import TOML

/// Takes values out of one TOML table, and notes what is wrong with them and which keys nobody took.
final class TableReader {
    private let table: TOMLTable
    /// Where the table is, such as `device[1]`; empty for the whole file.
    private let path: String
    private let issues: IssueCollector
    private var known: [String] = []

    init(_ table: TOMLTable, at path: String, issues: IssueCollector) {
        self.table = table
        self.path = path
        self.issues = issues
    }

    /// The value under `key`, nil where it is absent or `convert` makes nothing of it, which is noted as a lack of
    /// what is `expected`.
    func value<T>(_ key: String, _ expected: String, _ convert: (TOMLValue) -> T?) -> T? {
        known.append(key)
        issues.asked.insert(path(of: key))
        guard let value = table[key] else { return nil }
        if let converted = convert(value) {
            issues.note(path(of: key), at: value.position)
            return converted
        }
        issues.add(at: value.position, "\(key) must be \(expected)")
        return nil
    }

    /// The same for a value that must be there.
    func required<T>(_ key: String, _ expected: String, _ convert: (TOMLValue) -> T?) -> T? {
        if table[key] == nil {
            issues.add(at: table.position, "\(key) is missing: it must be \(expected)")
        }
        return value(key, expected, convert)
    }

    func string(_ key: String, _ expected: String) -> String? {
        value(key, expected) { $0.string }
    }

    func flag(_ key: String) -> Bool? {
        value(key, "true or false") { $0.bool }
    }

    /// A number, whole or not, within `range`.
    func number(_ key: String, in range: ClosedRange<Double>, _ expected: String) -> Double? {
        value(key, expected) { value in
            (value.double ?? value.int.map(Double.init)).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key, "a whole number, \(range.lowerBound) to \(range.upperBound)") { value in
            value.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// One of the words that a type has.
    func choice<T: RawRepresentable & CaseIterable>(_ key: String) -> T? where T.RawValue == String {
        let words = T.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return value(key, "one of \(words)") { $0.string.flatMap(T.init(rawValue:)) }
    }

    /// Notes that the value under `key` does not go with the others.
    func refuse(_ key: String, _ message: String) {
        complain(about: key, message)
    }

    /// The table under `key`, read by `read`.
    func section(_ key: String, _ read: (TableReader) -> Void) {
        guard let table = value(key, "a table: write [\(key)]", { $0.table }) else { return }
        let reader = TableReader(table, at: path(of: key), issues: issues)
        read(reader)
        reader.refuseUnknownKeys()
    }

    /// Each table of the array under `key`, read by `read`.
    func sections(_ key: String, _ read: (TableReader) -> Void) {
        guard let array = value(key, "tables: write [[\(key)]]", { $0.array }) else { return }
        for (index, value) in array.enumerated() {
            let path = "\(path(of: key))[\(index)]"
            guard let table = value.table else {
                issues.add(at: value.position, "\(key) must hold tables: write [[\(key)]]")
                continue
            }
            let reader = TableReader(table, at: path, issues: issues)
            read(reader)
            reader.refuseUnknownKeys()
        }
    }

    /// Each table of the table under `key`, by its name, which is the file's own choice, read by `read`.
    func namedSections(_ key: String, _ read: (String, TableReader) -> Void) {
        guard let tables = value(key, "tables: write [\(key).NAME]", { $0.table }) else { return }
        for name in tables.keys {
            let short = name.abbreviated
            let path = "\(path(of: key)).\(short)"
            guard let value = tables[name] else { continue }
            guard let table = value.table else {
                issues.add(at: value.position, "\(short) must be a table: write [\(key).\(short)]")
                continue
            }
            let reader = TableReader(table, at: path, issues: issues)
            read(name, reader)
            reader.refuseUnknownKeys()
        }
    }

    /// Enough is wrong already.
    var isFull: Bool { issues.isFull }

    /// The paths of the keys that were looked for so far, here and in all tables of the text.
    var keysAskedFor: Set<String> { issues.asked }

    /// Whether anything stands under `key`.
    func contains(_ key: String) -> Bool { table[key] != nil }

    /// Notes something wrong with the value under `key`, or with one of the values of its array.
    func complain(about key: String, item: Int? = nil, _ message: String) {
        let value = table[key]
        let values = value?.array ?? []
        let place = item.flatMap { values.indices.contains($0) ? values[$0].position : nil } ?? value?.position
        issues.add(at: place ?? table.position, message)
    }

    /// Notes something wrong with the table as a whole.
    func complain(_ message: String) {
        issues.add(at: table.position, message)
    }

    /// Notes every key that was never asked for, with the known one that it resembles.
    func refuseUnknownKeys() {
        for key in table.keys where !known.contains(key) {
            // A whole text of unknown keys is not compared with all that are known.
            if issues.isFull { return }
            let place = path.isEmpty ? "" : " in \(path)"
            let meant = Spelling.nearest(to: key, among: known)
            let advice = meant.map { "did you mean \($0)?" } ?? "known are \(known.joined(separator: ", "))"
            issues.add(
                at: table.position(ofKey: key) ?? table.position, "unknown key \(key.abbreviated)\(place): \(advice)")
        }
    }

    private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

/// What is wrong with one file so far; as much of it as anyone would read.
final class IssueCollector {
    /// The most that are noted.
    static let limit = 20

    private(set) var issues: [ConfigurationIssue] = []
    /// Where the values that were taken stand, by their paths such as `panel.scale` or `device[1].name`.
    private(set) var places: [String: SourcePosition] = [:]

    /// The paths of the keys that were looked for.
    var asked: Set<String> = []

    func note(_ path: String, at position: SourcePosition) {
        places[path] = position
    }

    var isFull: Bool { issues.count >= Self.limit }

    func add(at position: SourcePosition, _ message: String) {
        if !isFull { issues.append(ConfigurationIssue(position: position, message: message)) }
    }
}
