import ArgumentParser
import Control
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
