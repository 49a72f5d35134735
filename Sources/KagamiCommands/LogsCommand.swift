import ArgumentParser
import Glibc
import Mirroring

/// `kagami logs`.
struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show what Kagami or one of its applications has printed.",
        discussion: """
            The lines are those of systemd's journal since the machine was started, by journalctl, where the service runs \
            as a unit. Otherwise they go where the service's own output goes.

            Example: kagami logs foot --follow
            """)

    @Argument(help: "An application by the name of its program, or kagami for the service's own lines.")
    var application = "kagami"

    @Flag(name: [.short, .long], help: "Wait for more lines.")
    var follow = false

    @Option(
        name: [.customShort("n"), .long], help: ArgumentHelp("Show that many of the last lines.", valueName: "number"))
    var lines = 100

    func validate() throws {
        if lines < 0 { throw ValidationError("--lines is 0 or more") }
    }

    /// The command that shows the lines.
    var command: [String] {
        ["journalctl", "--boot", "--lines=\(lines)", "--identifier=\(application)"] + (follow ? ["--follow"] : [])
    }

    func run() throws {
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execvp("journalctl", &arguments)
        let reason = String(cString: strerror(errno))
        throw CommandFailure(
            "cannot start journalctl: \(reason); without systemd's journal the lines are where the output of kagami run goes"
        )
    }
}
