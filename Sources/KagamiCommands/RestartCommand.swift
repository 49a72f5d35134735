import ArgumentParser
import Control

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
