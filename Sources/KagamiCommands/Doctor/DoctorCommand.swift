import ArgumentParser
import Control
import Mirroring

/// `kagami doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Report what this machine lacks for the DRM backend, with a fix for each finding.",
        discussion: """
            Exits with 1 when the DRM backend cannot be used. While the service runs, also reports which display each
            touchscreen belongs to, and what draws, each with the reason, and the name of the tools' socket.

            Example: kagami doctor
            """)

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    func run() throws {
        let touchscreens = try? connection.ask(OutputsRequest()).touchscreens
        let status = try? connection.ask(StatusRequest())
        let findings = Doctor(
            machine: ThisMachine(), touchscreens: touchscreens,
            renderer: status.map { StatusText.renderer(of: $0.status) },
            toolsSocket: status?.status.about.sockets?.tools
        ).examine()
        format.print(findings) { Self.describe(findings) }
        if findings.contains(where: { $0.verdict == .missing }) { throw ExitCode.failure }
    }

    /// One line for each finding: subject, verdict, detail and remedy.
    static func describe(_ findings: [Finding]) -> String {
        TextTable.lay(
            findings.map { finding in
                let remedy = finding.remedy.map { ": \($0)" } ?? ""
                return [finding.subject, finding.verdict.rawValue, finding.detail + remedy]
            })
    }
}

/// The result of one check of `kagami doctor`.
struct Finding: Hashable, Sendable, Encodable {
    enum Verdict: String, Hashable, Sendable, Encodable {
        case good
        /// The backend works with restrictions.
        case doubtful
        /// The DRM backend does not work.
        case missing
    }

    /// The subject of the check, in a word or two.
    var subject: String
    var verdict: Verdict
    /// What was found.
    var detail: String
    /// How to fix it; nil if there is nothing to fix.
    var remedy: String?
}
