import ArgumentParser
import Glibc
import KagamiCommands

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
}
