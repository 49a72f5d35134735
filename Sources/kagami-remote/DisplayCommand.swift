import ArgumentParser
import ConfigurationFiles
import Control
import KagamiCommands
import Mirroring
import Runtime

/// `kagami-remote display`.
struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Be a display: plugged in while a VNC viewer is connected.",
        discussion: "Example: kagami-remote display --size 1920x1080")

    @Option(
        help: ArgumentHelp("The connector's name, which no other display has. (default: Virtual-9)", valueName: "name"),
        transform: { try ConnectorName.parse($0).output })
    var name = OutputID("Virtual-9")

    @Option(
        help: ArgumentHelp(
            "The display's size in pixels, 200x200 to 8192x8192, until a viewer wishes for another one. (default: 1920x1080)",
            valueName: "wxh"),
        transform: RemoteDisplay.parseSize)
    var size = PixelSize(width: 1920, height: 1080)

    @Option(help: ArgumentHelp("Pixels per logical pixel: 1, 1.25, 1.5, 2 or 3.", valueName: "scale"))
    var scale = DisplayScale.one

    @OptionGroup var listening: ListenOptions
    @OptionGroup var connection: SocketOption

    func run() throws {
        let loop = try EventLoop()
        let display = RemoteDisplay(
            name: name, size: size, scale: scale.value, client: try connection.connect(), loop: loop)
        try display.checkName()
        let session = try RemoteSession(loop: loop, display: display)
        let screen = try SharedScreen(
            output: name.name, size: size, options: listening, tools: try connection.toolsSocket(), loop: loop)
        try session.run(screen, at: listening.address)
    }
}

/// The scales that displays get by their size.
enum DisplayScale: String, ExpressibleByArgument, CaseIterable {
    case one = "1"
    case oneAndQuarter = "1.25"
    case oneAndHalf = "1.5"
    case two = "2"
    case three = "3"

    var value: Double {
        switch self {
        case .one: 1
        case .oneAndQuarter: 1.25
        case .oneAndHalf: 1.5
        case .two: 2
        case .three: 3
        }
    }
}
