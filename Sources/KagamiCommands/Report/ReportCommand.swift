import ArgumentParser
import Control
import Mirroring
import Runtime

/// `kagami report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Collect what a bug report needs, without secrets, into one text.",
        discussion: """
            Window titles, serial numbers, arguments of commands, the user's and the machine's name are left out. Parts \
            that cannot be had, such as those of a service that is not running, say why. Read the text before you send it.

            Example: kagami report -o report.txt
            """)

    @Option(name: [.customShort("o"), .customLong("output")], help: "The file to write; - is standard output.")
    var file = "-"

    @Flag(help: "Include window titles and the serial numbers of displays.")
    var withNames = false

    @OptionGroup var connection: SocketOption

    func run() throws {
        let machine = ThisMachine()
        let service = ServiceFacts(connection)
        let redaction = Redaction(environment: machine.environment, names: withNames ? [] : service.names)
        let sections =
            [ReportSection("program") { "kagami \(Version.current)" }] + MachineReport(machine: machine).sections
            + ServiceReport(facts: service, withNames: withNames).sections + [ServiceLog.section]
        let text = Report(sections: sections, redaction: redaction).text
        if file == "-" {
            TextOutput.standard.write(line: text)
            return
        }
        let target = try OutputFile(file, .secret)
        guard TextOutput(descriptor: target.descriptor.number).write(line: text) else { throw target.failure() }
        try target.takePlace()
    }
}

/// What was collected, as one text.
struct Report {
    var sections: [ReportSection]
    var redaction: Redaction

    /// The sections, each below its title; the text is redacted throughout.
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

    /// An error that `collect` throws is the reason.
    init(_ title: String, _ collect: () throws -> String) {
        self.title = title
        do {
            body = .success(try collect())
        } catch {
            body = .failure(CommandFailure("\(error)"))
        }
    }
}

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

    /// The lines in the form of Kagami's log, which end with the level, the part and the time. The journal also has
    /// what applications print, which is private.
    static func ownLines(of output: CapturedProgram.Output) throws(CommandFailure) -> String {
        let all = output.text.split(separator: "\n")
        let end = /\s\[(trace|debug|info|notice|warning|error|critical) kagami[.\w]* \d{4}-\d\d-\d\dT\S+\]$/
        let own = all.filter { $0.firstMatch(of: end) != nil }
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
