import ArgumentParser
import ConfigurationFiles
import Control
import Mirroring

/// `kagami virtual`: the virtual backend's hardware.
struct VirtualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual",
        abstract: "Plug virtual displays and drive virtual input devices.",
        discussion: "Positions are pixels of the panel as its user sees them.",
        subcommands: [
            PlugCommand.self, UnplugCommand.self, RefuseCommand.self, TouchCommand.self, PointerCommand.self,
            GestureCommand.self, PenCommand.self, KeyCommand.self,
        ])
}

/// `kagami virtual plug NAME WxH[@HZ] [--size-mm WxH]`.
struct PlugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plug", abstract: "Plug in a display.",
        discussion: "Example: kagami virtual plug HDMI-A-1 3840x2160")

    @Argument(help: "The connector, such as HDMI-A-1.", transform: ConnectorName.parse)
    var name: ConnectorName

    @Argument(help: "The display's mode, WxH or WxH@HZ; without a rate, 60 Hz.", transform: DisplayMode.parse)
    var mode: DisplayMode

    @Option(
        name: .customLong("size-mm"),
        help: ArgumentHelp(
            "The picture's size in millimetres, 0x0 for a display that does not say. (default: 95 pixels per inch)",
            valueName: "wxh"),
        transform: PhysicalSize.parse)
    var physicalSize: PhysicalSize?

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(request)
    }

    var request: PlugRequest {
        PlugRequest(
            output: name.output, width: mode.size.width, height: mode.size.height,
            refreshMilliHertz: mode.refreshMilliHertz ?? PlugRequest.defaultRefreshMilliHertz,
            physicalSize: physicalSize)
    }
}

/// `kagami virtual unplug NAME`.
struct UnplugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unplug", abstract: "Unplug a display.",
        discussion: "Example: kagami virtual unplug HDMI-A-1")

    @Argument(help: "The connector.", transform: ConnectorName.parse)
    var name: ConnectorName

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(UnplugRequest(name.output))
    }
}

/// `kagami virtual refuse NAME WxH [--tries N]`.
struct RefuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse", abstract: "Refuse all modes of a size on a connector from now on.",
        discussion: "Example: kagami virtual refuse HDMI-A-1 3840x2160")

    @Argument(help: "The connector.", transform: ConnectorName.parse)
    var name: ConnectorName

    @Argument(help: "The size, WxH.", transform: PixelSize.parse)
    var size: PixelSize

    @Option(help: "Refuse the next N tries only, as if memory had run out, 1 to 1000.")
    var tries: Int?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if let tries, !RefuseRequest.possibleTries.contains(tries) {
            throw ValidationError("--tries must be 1 to 1000: \(tries)")
        }
    }

    func run() throws {
        try connection.perform(
            RefuseRequest(name.output, width: size.width, height: size.height, tries: tries))
    }
}
