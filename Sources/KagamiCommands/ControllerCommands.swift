import ArgumentParser
import ConfigurationFiles
import Control
import Geometry
import Mirroring

/// `kagami controller`: how the panel shows and drives the external.
struct ControllerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controller", abstract: "Choose how the panel shows and drives the external.",
        subcommands: [Direct.self, Trackpad.self, View.self, Keys.self, Zoom.self, Region.self])

    /// `kagami controller direct`.
    struct Direct: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "direct", abstract: "Let fingers act on the content where they lie.",
            discussion: "Example: kagami controller direct")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ControllerModeRequest(.direct)) }
    }

    /// `kagami controller trackpad`.
    struct Trackpad: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trackpad", abstract: "Let fingers move the content's pointer, as on a trackpad.",
            discussion: "Example: kagami controller trackpad")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ControllerModeRequest(.trackpad)) }
    }

    /// `kagami controller view`.
    struct View: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "view", abstract: "Let fingers zoom and pan, and nothing else.",
            discussion: "Example: kagami controller view")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ControllerModeRequest(.view)) }
    }

    /// `kagami controller keys`.
    struct Keys: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys", abstract: "Show a pad of keys below the snapshot.",
            discussion: "Example: kagami controller keys")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ControllerModeRequest(.keys)) }
    }

    /// `kagami controller zoom FACTOR [X Y]`.
    struct Zoom: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "zoom", abstract: "Make the snapshot larger, or with 1 show all of the content.",
            discussion: "Example: kagami controller zoom 3 1920 1080")

        @Argument(help: "How many times as large as when all of the content fits, from 1.")
        var factor: Double

        @Argument(help: "The column of the content to show in the middle, in its pixels.")
        var x: Double?

        @Argument(help: "The row.")
        var y: Double?

        @OptionGroup var connection: SocketOption

        func validate() throws {
            guard ZoomRequest.factors.contains(factor) else { throw ValidationError("FACTOR must be 1 to 1000") }
            guard (x == nil) == (y == nil) else { throw ValidationError("X goes with Y") }
            guard [x, y].allSatisfy({ $0.map { (0...32_768).contains($0) } ?? true }) else {
                throw ValidationError("X and Y must be 0 to 32768")
            }
        }

        func run() throws {
            let center = x.flatMap { x in y.map { Point<ContentSpace>(x: x, y: $0) } }
            try connection.perform(ZoomRequest(factor: factor, center: center))
        }
    }

    /// `kagami controller region X,Y,WxH`, or `region window APP_ID`.
    struct Region: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "region", abstract: "Show a part of the content, as large as the panel allows.",
            discussion: """
                Example: kagami controller region 1200,600,1280x720

                Example: kagami controller region window org.mozilla.firefox
                """)

        @Argument(help: "The rectangle in the content's pixels, as X,Y,WxH; or the word window.")
        var part: String

        @Argument(help: "With window: its application id, as kagami windows prints it.")
        var appID: String?

        @OptionGroup var connection: SocketOption

        func validate() throws {
            _ = try request
        }

        func run() throws {
            try connection.perform(request)
        }

        private var request: RegionRequest {
            get throws {
                guard part == "window" else {
                    guard appID == nil else { throw ValidationError("APP_ID goes with window") }
                    return RegionRequest(.rect(try ContentRegion.parse(part).rect))
                }
                guard let appID = appID.flatMap({ AppID($0) }) else { throw ValidationError("window needs an APP_ID") }
                return RegionRequest(.window(appID))
            }
        }
    }
}

/// A rectangle as `X,Y,WxH`.
struct ContentRegion {
    let rect: Rect<ContentSpace>

    static func parse(_ argument: String) throws -> ContentRegion {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = coordinate(parts[0]), let y = coordinate(parts[1]) else {
            throw ValidationError("use X,Y,WxH in pixels, such as 1200,600,1280x720")
        }
        let size = try PixelSize.parse(String(parts[2]))
        return ContentRegion(rect: Rect(x: x, y: y, width: size.width, height: size.height))
    }

    private static func coordinate(_ text: Substring) -> Int? {
        Int(text).flatMap { (0...32_767).contains($0) ? $0 : nil }
    }
}
