import ArgumentParser
import Glibc
import KagamiCommands
import Mirroring

/// The command line of `kagami-remote`.
@main
struct KagamiRemote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami-remote",
        abstract: "Show a running kagami's displays to VNC viewers, or be a display that a viewer shows.",
        version: "kagami-remote \(Version.current)",
        subcommands: [ViewCommand.self, DisplayCommand.self])

    static func main() {
        Glibc.exit(execute(Array(CommandLine.arguments.dropFirst())))
    }

    /// Parses and runs a command line and returns its exit status: 0, 1 for failure, or 64 for wrong usage.
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

    private static func complaint(about error: any Error, _ status: CInt, _ arguments: [String]) -> String {
        let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ").printable
        if message.isEmpty { return "" }
        return "kagami-remote: " + (status == EX_USAGE ? UsageAdvice.line(message, arguments, of: Self.self) : message)
    }
}
