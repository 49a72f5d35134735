import ArgumentParser
import ConfigurationFiles
import Control
import Geometry
import Mirroring

/// `kagami pip start SOURCE`.
struct PiPStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Show a source in place of the current one.",
        discussion: "Example: kagami pip start external")

    @Argument(help: "The source: \(PiPSource.choices).", transform: PiPSource.parse)
    var source: PiPSource

    @Option(
        help: ArgumentHelp(
            "The rectangle to grow from, in panel pixels. (default: the source's own place)", valueName: "x,y,wxh"),
        transform: PanelRectangle.parse)
    var from: PanelRectangle?

    @Option(help: "Seconds to wait until the source can be shown. (default: start_timeout_ms of the configuration)")
    var timeout: Double?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if let timeout, !(0...3600).contains(timeout) { throw ValidationError("--timeout must be 0 to 3600 seconds") }
    }

    func run() throws {
        try connection.perform(PiPRequest.start(request), patienceSeconds: Self.patience + 2 * Int(timeout ?? 60))
    }

    var request: PiPStart {
        PiPStart(source, origin: from?.rect, timeoutMicroseconds: timeout.map { Int64($0 * 1000) * 1000 })
    }

    /// Seconds for a slow client and for animations.
    ///
    /// They are added to the timeouts until the source is possible and until its first picture.
    private static let patience = 20
}

/// `kagami pip stop`.
struct PiPStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Take the picture off the panel.",
        discussion: "Example: kagami pip stop")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.stop)
    }
}

/// `kagami pip toggle [SOURCE]`.
struct PiPToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Hide the picture, or show the last source if there is none.",
        discussion: "Example: kagami pip toggle")

    @Argument(
        help: "The source: \(PiPSource.choices). (default: the last one)",
        transform: PiPSource.parse)
    var source: PiPSource?

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.toggle(source), patienceSeconds: 60)
    }
}

/// `kagami pip swap SOURCE`.
struct PiPSwapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: "Show another source in the same place.",
        discussion: "Example: kagami pip swap content")

    @Argument(help: "The source: \(PiPSource.choices).", transform: PiPSource.parse)
    var source: PiPSource

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.swap(source), patienceSeconds: 60)
    }
}

/// `kagami pip restore`.
struct PiPRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Return the source to full view.",
        discussion: "Example: kagami pip restore")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.restore, patienceSeconds: 60)
    }
}

/// `X,Y,WxH`: a rectangle in panel pixels.
struct PanelRectangle: Hashable, Sendable {
    let rect: Rect<PanelSpace>

    static func parse(_ argument: String) throws -> PanelRectangle {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let places = -PlugRequest.maximumLength...PlugRequest.maximumLength
        guard parts.count == 3, let x = Int(parts[0]), let y = Int(parts[1]), places.contains(x), places.contains(y)
        else { throw ValidationError("use X,Y,WxH in panel pixels, such as 10,20,320x180") }
        let size = try PixelSize.parse(parts[2])
        return PanelRectangle(rect: Rect(x: x, y: y, width: size.width, height: size.height))
    }
}
