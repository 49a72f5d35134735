import ArgumentParser
import Glibc
import KagamiCommands
import Mirroring

/// The command line.
@main
struct Kagami: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami",
        abstract: "Turn a small touch panel into the controller of a big screen.",
        version: "kagami \(Version.current)",
        subcommands: [RunCommand.self] + ClientCommands.all + [DecodeImageCommand.self])

    static func main() {
        Glibc.exit(execute(Array(CommandLine.arguments.dropFirst())))
    }

    /// Parses and runs a command line and returns its exit status.
    ///
    /// The status is 0 for success, 1 for failure, 64 for wrong usage, or the hosted application's own. Errors are printed as one line on
    /// standard error.
    static func execute(_ arguments: [String]) -> CInt {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch {
            let status = exitCode(for: error).rawValue
            let message = status == 0 ? fullMessage(for: error) : complaint(about: error, status, arguments)
            if !message.isEmpty { (status == 0 ? TextOutput.standard : TextOutput.error).write(line: message) }
            return status
        }
    }

    /// The error as one line; empty for a bare exit status.
    private static func complaint(about error: any Error, _ status: CInt, _ arguments: [String]) -> String {
        let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ").printable
        if message.isEmpty { return "" }
        return "kagami: " + (status == EX_USAGE ? UsageAdvice.line(message, arguments, of: Kagami.self) : message)
    }
}
