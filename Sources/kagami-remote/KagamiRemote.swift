import ArgumentParser
import Glibc
import KagamiCommands

/// The command line of `kagami-remote`.
@main
struct KagamiRemote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami-remote",
        abstract:
            "Show a running kagami's displays to VNC viewers, be a display that a viewer shows, or type for other programs.",
        version: "kagami-remote \(Version.current)",
        subcommands: [ViewCommand.self, DisplayCommand.self, TextCommand.self])

    static func main() {
        Glibc.exit(execute(Array(CommandLine.arguments.dropFirst())))
    }
}
