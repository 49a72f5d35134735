import ArgumentParser
import Control
import Mirroring

/// `kagami launch`: starts another application beside the hosted ones.
struct LaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Start another application, and print its process id.",
        usage: """
            kagami launch [--panel] [--restart <when>] [--json] [--socket <path>] -- <command> [<argument> ...]
            """,
        discussion: """
            The application gets the environment of the hosted one, in whose place its windows are shown, and is ended \
            with the service. With --restart it is started again after its end, as often and as fast as the \
            configuration says for the hosted application.

            Example: kagami launch -- foot -e top
            """)

    @Flag(help: "Show the application's windows in the panel application's place.")
    var panel = false

    @Option(
        help: ArgumentHelp("Start it again after its end: \(RestartPolicy.choices).", valueName: "when"),
        transform: restartPolicy)
    var restart = RestartPolicy.never

    @OptionGroup var connection: SocketOption
    @OptionGroup var format: FormatOption

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The application to start, after --.", valueName: "command"))
    var words: [String] = []

    func validate() throws {
        guard words.first?.isEmpty == false else {
            throw ValidationError("put the application's command after --: kagami launch -- foot")
        }
    }

    func run() throws {
        let reply = try connection.ask(
            LaunchRequest(words, in: panel ? .application : .content, restart: restart))
        format.print(reply) { "\(reply.pid)" }
    }
}

private func restartPolicy(_ word: String) throws -> RestartPolicy {
    guard let policy = RestartPolicy(rawValue: word) else {
        throw ValidationError("'\(word)' is not \(RestartPolicy.choices)")
    }
    return policy
}

/// `kagami restart`: starts the hosted application again.
struct RestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Start the hosted application again at once.",
        discussion: """
            An application that is running is ended first: politely (SIGTERM), and after three seconds not (SIGKILL). \
            One that has ended, and waits to be started again or is no longer, starts at once.

            Example: kagami restart
            """)

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(RestartRequest())
    }
}
