import ArgumentParser

/// `kagami doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tell what is missing on this machine for the DRM backend, and how to mend it.",
        discussion: "Exits with 1 when the DRM backend cannot be used.")

    @OptionGroup var format: FormatOption

    func run() throws {
        let findings = Doctor(machine: ThisMachine()).examine()
        format.print(findings) { Self.describe(findings) }
        if findings.contains(where: { $0.verdict == .missing }) { throw ExitCode.failure }
    }

    /// A line for each finding: what, whether it is good, what was found and how to mend it.
    static func describe(_ findings: [Finding]) -> String {
        TextTable.lay(
            findings.map { finding in
                let remedy = finding.remedy.map { ": \($0)" } ?? ""
                return [finding.subject, finding.verdict.rawValue, finding.detail + remedy]
            })
    }
}
