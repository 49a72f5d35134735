import ArgumentParser
import Control
import Mirroring

/// `kagami pip pause`.
struct PiPPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Keep the last picture.")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.update(.paused))
    }
}

/// `kagami pip resume`.
struct PiPResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Draw it whenever its source changes.")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.update(.live))
    }
}

/// `kagami pip on-demand`.
struct PiPOnDemandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on-demand", abstract: "Draw it only when asked, by refresh.")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.update(.onDemand))
    }
}

/// `kagami pip refresh`.
struct PiPRefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "refresh", abstract: "Draw it anew once.")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.refresh)
    }
}

/// `kagami pip move CORNER`.
struct PiPMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Put it into a corner.")

    @Argument(help: "The corner.")
    var corner: PiPCorner

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.move(corner))
    }
}

/// `kagami pip size WxH`.
struct PiPSizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Make it as large as fits a size, in its own aspect.")

    @Argument(help: "The size in panel pixels, WxH.", transform: PixelSize.parse)
    var size: PixelSize

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.size(width: size.width, height: size.height))
    }
}

/// `kagami pip hide [SIDE]`.
struct PiPHideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Hide it past a side edge, behind a tab.")

    @Argument(help: "The side. (default: the nearer one)")
    var side: PiPSide?

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.hide(side))
    }
}

/// `kagami pip show`.
struct PiPShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Bring it back from its tab.")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(.show)
    }
}
