import ArgumentParser
import Control
import Mirroring

/// `kagami virtual plug NAME WxH[@HZ]`.
struct PlugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "plug", abstract: "Plug a display in.")

    @Argument(help: "The connector, such as HDMI-A-1.")
    var name: ConnectorName

    @Argument(help: "Its mode, WxH or WxH@HZ. (default rate: 60)")
    var mode: DisplayMode

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.connect().perform(.plug(request))
    }

    var request: VirtualPlug {
        VirtualPlug(
            output: name.output, width: mode.size.width, height: mode.size.height,
            refreshMilliHertz: mode.refreshMilliHertz ?? VirtualPlug.defaultRefreshMilliHertz)
    }
}

/// `kagami virtual unplug NAME`.
struct UnplugCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unplug", abstract: "Unplug a display.")

    @Argument(help: "The connector.")
    var name: ConnectorName

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.connect().perform(.unplug(name.output))
    }
}

/// `kagami virtual refuse NAME WxH`.
struct RefuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse", abstract: "Let a display refuse modes of a size from now on.")

    @Argument(help: "The connector.")
    var name: ConnectorName

    @Argument(help: "The size, WxH.")
    var size: PixelSize

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.connect().perform(.refuse(name.output, width: size.width, height: size.height))
    }
}

/// The name of a connector.
struct ConnectorName: ExpressibleByArgument {
    let output: OutputID

    init?(argument: String) {
        guard OutputID.isUsable(argument) else { return nil }
        output = OutputID(argument)
    }
}
