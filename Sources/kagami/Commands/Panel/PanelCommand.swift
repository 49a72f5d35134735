import ArgumentParser
import Control
import Mirroring

extension PanelForeground.Choice: ExpressibleByArgument {}

/// `kagami panel`: what the panel shows.
struct PanelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel", abstract: "Choose what the panel shows.", subcommands: [Show.self])

    /// `kagami panel show content|application`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the content (or its controller) or the panel application on the panel.",
            discussion: "Example: kagami panel show application")

        @Argument(help: "What to show.")
        var choice: PanelForeground.Choice

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ShowOnPanelRequest(choice))
        }
    }
}
