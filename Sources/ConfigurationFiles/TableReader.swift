/// Reads values from a TOML table and collects errors and unknown keys.
package final class TableReader {
    private let table: TOMLTable
    /// The path of the table, such as `device[1]`; empty for the root.
    private let path: String
    private let issues: IssueCollector
    private var known: [String] = []

    init(_ table: TOMLTable, at path: String, issues: IssueCollector) {
        self.table = table
        self.path = path
        self.issues = issues
    }

    /// The value of `key`; nil if it is absent or if `convert` fails, which is reported with what is `expected`.
    package func value<T>(_ key: String, _ expected: String, _ convert: (TOMLValue) -> T?) -> T? {
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

    /// The value of a required key.
    package func required<T>(_ key: String, _ expected: String, _ convert: (TOMLValue) -> T?) -> T? {
        if table[key] == nil {
            issues.add(at: table.position, "\(key) is missing: it must be \(expected)")
        }
        return value(key, expected, convert)
    }

    /// Notes the value of `key` under another path too: tables without names may be listed by their contents.
    func list(_ key: String, as path: String) {
        if let value = table[key] { issues.note(path, at: value.position) }
    }

    package func string(_ key: String, _ expected: String) -> String? {
        value(key, expected) { $0.string }
    }

    package func flag(_ key: String) -> Bool? {
        value(key, "true or false") { $0.bool }
    }

    /// A number, whole or not, within `range`.
    package func number(_ key: String, in range: ClosedRange<Double>, _ expected: String) -> Double? {
        value(key, expected) { value in
            value.number.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    package func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key, "a whole number, \(range.lowerBound) to \(range.upperBound)") { value in
            value.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A raw value of an enumeration.
    package func choice<T: RawRepresentable & CaseIterable>(_ key: String) -> T? where T.RawValue == String {
        let words = T.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return value(key, "one of \(words)") { $0.string.flatMap(T.init(rawValue:)) }
    }

    /// Reports that the value of `key` contradicts other values.
    func refuse(_ key: String, _ message: String) {
        complain(about: key, message)
    }

    /// Reads the table `key` with `read`.
    package func section(_ key: String, _ read: (TableReader) -> Void) {
        guard let table = value(key, "a table: write [\(key)]", { $0.table }) else { return }
        let reader = TableReader(table, at: path(of: key), issues: issues)
        read(reader)
        reader.refuseUnknownKeys()
    }

    /// Reads each table of the array `key` with `read`.
    package func sections(_ key: String, _ read: (TableReader) -> Void) {
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

    /// Reads each table in the table `key` with `read`, by its user-defined name.
    package func namedSections(_ key: String, _ read: (String, TableReader) -> Void) {
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

    /// Whether the limit of errors is reached.
    package var isFull: Bool { issues.isFull }

    /// The paths of the keys read so far in all tables of the text.
    var keysAskedFor: Set<String> { issues.asked }

    /// The text of `key`, right or wrong; nil if it has none.
    func text(of key: String) -> String? { table[key]?.string }

    /// The keys that the table has, known or not.
    var keys: Set<String> { Set(table.keys) }

    /// Whether the table has `key`.
    package func contains(_ key: String) -> Bool { table[key] != nil }

    /// Reports an error in the value of `key`, or in one item of its array.
    package func complain(about key: String, item: Int? = nil, _ message: String) {
        let value = table[key]
        let values = value?.array ?? []
        let place = item.flatMap { values.indices.contains($0) ? values[$0].position : nil } ?? value?.position
        issues.add(at: place ?? table.position, message)
    }

    /// Reports an error in the table as a whole.
    package func complain(_ message: String) {
        issues.add(at: table.position, message)
    }

    /// Reports every key that was not read, with a similar known one.
    package func refuseUnknownKeys() {
        for key in table.keys where !known.contains(key) {
            // Do not search suggestions for a file full of unknown keys.
            if issues.isFull { return }
            let place = path.isEmpty ? "" : " in \(path)"
            issues.add(
                at: table.position(ofKey: key) ?? table.position,
                "unknown key \(key.abbreviated)\(place): \(advice(on: key))")
        }
    }

    /// A suggestion for a key that is not known here.
    private func advice(on key: String) -> String {
        let other = key.ofOtherPrograms
        if let other, known.contains(other) { return "did you mean \(other)?" }
        if let homes = issues.homes()[key] { return "it belongs in \(homes.inWords)" }
        let near = Spelling.nearest(to: key, among: known) ?? other.flatMap { Spelling.nearest(to: $0, among: known) }
        let begun = known.filter { $0.hasPrefix(other ?? key) }.min { $0.count < $1.count }
        return (near ?? begun).map { "did you mean \($0)?" } ?? "known are \(known.joined(separator: ", "))"
    }

    /// Sets the tables that have a key, by the key's name, so that the error for a key in the wrong table can name them.
    func tell(_ homes: @escaping () -> [String: [String]]) {
        issues.homes = homes
    }

    private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

extension String {
    /// The key that corresponds to a key of other programs, if known: `plugged` to `on_plugged`, and `disable_while_typing` to `dwt`.
    fileprivate var ofOtherPrograms: String? {
        let known = [
            "dwt": "disable_while_typing", "pointer_accel": "accel_speed", "speed": "accel_speed",
            "xkb_layout": "layout", "xkb_variant": "variant", "xkb_options": "options", "xkb_model": "model",
            "xkb_numlock": "numlock", "connected": "plugged", "disconnected": "unplugged", "suspend": "sleep",
            "resume": "wake",
        ]
        let words = split { $0 == "_" || $0 == "-" }
        let event = words.first == "on" ? words.dropFirst().joined(separator: "-") : self
        return known[event] ?? (event == self ? nil : event)
    }
}

extension [String] {
    /// `a`, `a or b`, or `a, b or c`.
    fileprivate var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}

/// The errors in one file so far, up to a limit.
final class IssueCollector {
    /// The most errors collected.
    static let limit = 20

    private(set) var issues: [ConfigurationIssue] = []
    /// The positions of the values read, by path such as `panel.scale` or `device[1].name`.
    private(set) var places: [String: SourcePosition] = [:]

    /// The tables that have a key, by the key's name; called only for an unknown key.
    var homes: () -> [String: [String]] = { [:] }

    /// The paths of the keys read.
    var asked: Set<String> = []

    func note(_ path: String, at position: SourcePosition) {
        places[path] = position
    }

    var isFull: Bool { issues.count >= Self.limit }

    func add(at position: SourcePosition, _ message: String) {
        if !isFull { issues.append(ConfigurationIssue(position: position, message: message)) }
    }
}

/// Suggests corrections for misspelt words.
package enum Spelling {
    /// The word of `words` that takes the fewest edits, at most a third of its letters (but one at least).
    package static func nearest(to word: String, among words: [String]) -> String? {
        words.compactMap { other in
            edits(from: word, to: other, atMost: max(1, other.count / 3)).map { (word: other, edits: $0) }
        }
        .min { $0.edits < $1.edits }?.word
    }

    /// The edit distance (optimal string alignment: insert, delete, replace, swap neighbours); nil for more than
    /// `limit`. Only the beginnings of long words are compared.
    static func edits(from first: String, to second: String, atMost limit: Int = .max) -> Int? {
        let (first, second) = (Array(first.prefix(comparedLength)), Array(second.prefix(comparedLength)))
        var before = [Int]()
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var edits = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    edits = min(edits, before[j - 1] + 1)
                }
                row.append(edits)
            }
            // Later rows are never less than the minimum of two consecutive rows.
            if min(row.min() ?? 0, last.min() ?? 0) > limit { return nil }
            (before, last) = (last, row)
        }
        return last[second.count] <= limit ? last[second.count] : nil
    }

    private static let comparedLength = 32
}
