package import ArgumentParser
import Glibc
import Mirroring

extension ParsableCommand {
    /// Parses and runs a program's command line and returns its exit status.
    ///
    /// The status is 0 for success, 1 for failure, 64 for wrong usage, or the one that the command throws. Errors are printed as one line
    /// on standard error.
    package static func execute(_ arguments: [String]) -> CInt {
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
        return "\(_commandName): "
            + (status == EX_USAGE ? UsageAdvice.line(message, arguments, of: Self.self) : message)
    }
}
