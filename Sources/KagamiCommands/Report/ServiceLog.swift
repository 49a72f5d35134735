/// The last lines that Kagami itself has logged, from systemd's journal.
enum ServiceLog {
    static var section: ReportSection {
        ReportSection("log") {
            let output = try CapturedProgram.run(
                ["journalctl", "--no-pager", "--boot", "--output=cat", "--lines=\(lines)", "_COMM=kagami"])
            return try ownLines(of: output)
        }
    }

    private static let lines = 500

    /// Those that have the form of Kagami's log, which begins with the time. What applications print is in the journal too, and is nobody's business.
    static func ownLines(of output: CapturedProgram.Output) throws(CommandFailure) -> String {
        let all = output.text.split(separator: "\n")
        let own = all.filter {
            $0.firstMatch(of: /^\d{4}-\d\d-\d\dT\S+ (trace|debug|info|notice|warning|error|critical) kagami[.\w]*:/)
                != nil
        }
        if own.isEmpty {
            let reason = all.last.map { ": \($0)" } ?? ""
            throw CommandFailure(
                output.status == 0
                    ? "the journal has no line of Kagami's log since the start"
                    : "journalctl ended with \(output.status)\(reason)")
        }
        return own.joined(separator: "\n")
    }
}
