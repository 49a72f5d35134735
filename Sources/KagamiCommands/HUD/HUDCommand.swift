import ArgumentParser
import ConfigurationFiles
import Control
import Mirroring

/// `kagami hud ...`.
struct HUDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hud", abstract: "Show the status bar and change its values.",
        subcommands: [HUDShowCommand.self, HUDHideCommand.self, HUDSetCommand.self, HUDFeedCommand.self])

    /// Pictures of all clients are decoded one after another, each within a time limit.
    static let decodingPatienceSeconds = 120
}

extension HUDPlace: ExpressibleByArgument {}

/// `kagami hud show`.
struct HUDShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the status bar in one place.",
        discussion: "Example: kagami hud show --as panel-top")

    @Option(name: .customLong("as"), help: "The place to show the bar in.")
    var place = HUDPlace.pip

    @Option(
        help: ArgumentHelp(
            "The bar's size in pixels. (default: as the screen asks for; docked, all of the edge)",
            valueName: "wxh"), transform: PixelSize.parse)
    var size: PixelSize?

    @OptionGroup var connection: SocketOption

    /// Another picture in picture may have to end first.
    private static let patienceSeconds = 20

    func run() throws {
        let request = HUDRequest.show(place, width: size?.width, height: size?.height)
        try connection.perform(request, patienceSeconds: Self.patienceSeconds)
    }
}

/// `kagami hud hide`.
struct HUDHideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Hide the status bar.",
        discussion: "Example: kagami hud hide")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(HUDRequest.hide)
    }
}
