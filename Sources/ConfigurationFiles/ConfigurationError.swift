import PrintableText
package import TOML

/// One error in a configuration file, and what was expected.
package struct ConfigurationIssue: Hashable, Sendable {
    package var position: SourcePosition
    package var message: String
}

/// A configuration file that cannot be used, with all its errors.
package struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    package let file: String
    /// In the file's order; never empty.
    package let issues: [ConfigurationIssue]

    /// One line for each issue, as `FILE:LINE:COLUMN: MESSAGE`.
    package var lines: [String] {
        issues.map { "\(file):\($0.position.line):\($0.position.column): \($0.message)".printable }
    }

    /// The first issue in one line, and where to see the others.
    package var description: String {
        let rest = issues.count - 1
        let first = lines.first ?? file
        return rest <= 0 ? first : "\(first) (and \(rest) more: kagami config check \(file))"
    }
}
