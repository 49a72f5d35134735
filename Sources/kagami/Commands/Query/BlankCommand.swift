import ArgumentParser
import Control
import Mirroring

/// `kagami blank on|off`.
struct BlankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blank", abstract: "Make the screens black, or show what there is.")

    @Argument(help: "Whether the screens are to be black.")
    var state: MirrorCommand.Switch

    @Flag(help: "Make the external alone black, until it is switched off again.")
    var external = false

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if external, state == .off { throw ValidationError("--external goes with on; off ends both") }
    }

    func run() throws {
        let extent: BlankExtent? = state == .off ? nil : external ? .external : .all
        try connection.connect().perform(.blank(extent))
    }
}
