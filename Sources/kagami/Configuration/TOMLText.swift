import TOMLKit

/// Reads TOML texts, telling what is wrong with line and column.
enum TOMLText {
    /// What `read` makes of `text`; `file` is the name that errors bear. Everything wrong is told at once, syntax errors
    /// alone.
    static func read<T>(
        _ text: String, file: String, _ read: (TableReader) -> T
    ) throws(ConfigurationError) -> T {
        // The TOML library takes the text for ended there.
        if let zero = text.unicodeScalars.firstIndex(of: "\0") {
            let position = position(of: zero, in: text)
            throw ConfigurationError(
                file: file, issues: [.init(position: position, message: "a zero byte is not text")])
        }
        let index = SourceIndex(text)
        try refuseSnag(index, text, file: file)
        let table = try table(of: text, file: file)
        let issues = IssueCollector(index)
        let result = read(TableReader(table, at: "", issues: issues))
        if !issues.issues.isEmpty {
            throw ConfigurationError(file: file, issues: issues.issues.sorted { $0.position < $1.position })
        }
        return result
    }

    private static func table(of text: String, file: String) throws(ConfigurationError) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch {
            throw ConfigurationError(file: file, issues: [issue(of: error)])
        }
    }

    /// Throws for a place that the TOML library must not be shown.
    ///
    /// An error before it is what the user should see, so the lines up to it are parsed first; that something is not
    /// finished there is no error yet.
    private static func refuseSnag(_ index: SourceIndex, _ text: String, file: String) throws(ConfigurationError) {
        guard let snag = index.snag else { return }
        let before = text.unicodeScalars.prefix(snag.offset)
        let line = before.lastIndex(of: "\n") ?? before.startIndex
        do {
            _ = try table(of: String(before[..<line]), file: file)
        } catch  where !error.description.contains("end-of-file") {
            throw error
        } catch {}
        throw ConfigurationError(
            file: file, issues: [ConfigurationIssue(position: snag.position, message: snag.message)])
    }

    private static func issue(of error: any Error) -> ConfigurationIssue {
        guard let error = error as? TOMLParseError else {
            return ConfigurationIssue(position: .start, message: "not TOML")
        }
        let begin = error.source.begin
        let message = error.description.split(whereSeparator: \.isNewline).joined(separator: " ")
        return ConfigurationIssue(
            position: SourcePosition(line: max(begin.line, 1), column: max(begin.column, 1)), message: message)
    }

    private static func position(of index: String.Index, in text: String) -> SourcePosition {
        text.unicodeScalars[..<index].reduce(into: SourcePosition.start) { position, scalar in
            position =
                scalar == "\n"
                ? SourcePosition(line: position.line + 1, column: 1)
                : SourcePosition(line: position.line, column: position.column + 1)
        }
    }
}
