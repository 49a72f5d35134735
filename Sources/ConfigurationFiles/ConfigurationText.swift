import TOML

/// Reads TOML and reports errors with line and column.
package enum ConfigurationText {
    /// Parses `text` with `read`; `file` is the name in errors. Throws all errors together, or a syntax error alone.
    package static func read<T>(
        _ text: String, file: String, _ read: (TableReader) -> T
    ) throws(ConfigurationError) -> T {
        try readWithPlaces(text, file: file, read).result
    }

    /// Also returns the position of each value read, by its path.
    static func readWithPlaces<T>(
        _ text: String, file: String, _ read: (TableReader) -> T
    ) throws(ConfigurationError) -> (result: T, places: [String: SourcePosition]) {
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLParser.parse(text)
        } catch {
            let issue = ConfigurationIssue(position: error.position, message: error.message)
            throw ConfigurationError(file: file, issues: [issue])
        }
        let issues = IssueCollector()
        let result = read(TableReader(table, at: "", issues: issues))
        if !issues.issues.isEmpty {
            throw ConfigurationError(file: file, issues: issues.issues.sorted { $0.position < $1.position })
        }
        return (result, issues.places)
    }
}
