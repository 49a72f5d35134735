import ArgumentParser
import Control
import Mirroring

/// `kagami blank on|off`.
struct BlankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blank", abstract: "Make the screens black, or show their content again.",
        discussion: "Example: kagami blank on")

    @Argument(help: "on for black screens, off to show their content again.")
    var state: MirrorCommand.Switch

    @Flag(help: "Make only the external black, until kagami blank off.")
    var external = false

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if external, state == .off { throw ValidationError("--external goes with on; off ends both") }
    }

    func run() throws {
        let extent: BlankExtent? = state == .off ? nil : external ? .external : .all
        try connection.perform(BlankRequest(extent))
    }
}
