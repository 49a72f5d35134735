import Glibc
import Runtime

/// The application that the service was started for.
struct HostedApplication {
    let process: ChildProcess
    let command: [String]

    /// Starts `command` with the sockets' names in its environment; a failure names the program and says why.
    init(
        _ command: [String], surroundings: ApplicationSurroundings, descriptorLimit: UInt64, loop: EventLoop,
        onExit: @escaping (ProcessExit) -> Void
    ) throws {
        self.command = command
        do throws(RuntimeError) {
            process = try ChildProcess(
                loop: loop, command: command, environment: surroundings.environment,
                descriptorLimit: descriptorLimit, onExit: onExit)
        } catch {
            throw CommandFailure("cannot \(error)" + (Self.remedy(for: error).map { "; \($0)" } ?? ""))
        }
    }

    private static func remedy(for error: RuntimeError) -> String? {
        switch error.errorNumber {
        case ENOENT, ENOTDIR: "check the application's name and PATH"
        case EACCES: "the file is not executable"
        case ENOEXEC: "the file is no program"
        case EMFILE, ENFILE: "too many files are open: raise LimitNOFILE"
        case ENOSYS: "the kernel lacks this call: it takes Linux 5.3 or newer, and a sandbox that lets it pass"
        default: nil
        }
    }

    var name: String { command.first ?? "" }
}
