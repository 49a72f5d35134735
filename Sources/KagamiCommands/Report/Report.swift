import PrintableText

/// What was collected, as one text.
struct Report {
    var sections: [ReportSection]
    var redaction: Redaction

    /// Sections with their titles between two lines each; nothing of it is as it was before redaction.
    var text: String {
        let parts = sections.map { section in
            let body =
                switch section.body {
                case .success(let text): text.isEmpty ? "(nothing)" : text
                case .failure(let failure): "(not available: \(failure.description))"
                }
            return "== \(section.title)\n\n\(redaction.clean(body).printableLines)"
        }
        return parts.joined(separator: "\n\n")
    }
}

/// A part of a report: text, or why there is none.
struct ReportSection {
    let title: String
    let body: Result<String, CommandFailure>

    /// Whatever `collect` throws is the reason.
    init(_ title: String, _ collect: () throws -> String) {
        self.title = title
        do {
            body = .success(try collect())
        } catch {
            body = .failure(CommandFailure("\(error)"))
        }
    }
}
