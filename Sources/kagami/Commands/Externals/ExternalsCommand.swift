import ArgumentParser
import Control
import Mirroring

/// `kagami externals`: chooses the external.
struct ExternalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "externals", abstract: "Choose the external among the displays that are plugged in.",
        subcommands: [Use.self])

    /// `kagami externals use NAME|auto`.
    struct Use: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Move the content to a display, and prefer that display from now on.",
            discussion: "Example: kagami externals use HDMI-A-2")

        @Argument(
            help: "The connector, as kagami outputs names it, or auto for the configuration's choice.",
            transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            let chosen = name.output == UseExternalRequest.automatic ? nil : name.output
            try connection.perform(UseExternalRequest(chosen))
        }
    }
}
