import ArgumentParser
import Glibc
import KagamiCommands

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
}
