import ArgumentParser
import ConfigurationFiles
import Control
import Mirroring

/// `kagami pip pause`.
struct PiPPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Freeze the picture.",
        discussion: "Example: kagami pip pause")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.update(.paused))
    }
}

/// `kagami pip resume`.
struct PiPResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Update the picture whenever its source changes.",
        discussion: "Example: kagami pip resume")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.update(.live))
    }
}

/// `kagami pip on-demand`.
struct PiPOnDemandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on-demand", abstract: "Update the picture only on kagami pip refresh.",
        discussion: "Example: kagami pip on-demand")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.update(.onDemand))
    }
}

/// `kagami pip refresh`.
struct PiPRefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Update the picture once.",
        discussion: "Example: kagami pip refresh")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.refresh)
    }
}

/// `kagami pip move CORNER`.
struct PiPMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move the picture to a corner.",
        discussion: "Example: kagami pip move top-left")

    @Argument(help: "The corner.")
    var corner: PiPCorner

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.move(corner))
    }
}

/// `kagami pip size WxH`.
struct PiPSizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Resize the picture to fit a size, keeping its aspect ratio.",
        discussion: "Example: kagami pip size 480x270")

    @Argument(help: "The size in panel pixels, WxH.", transform: PixelSize.parse)
    var size: PixelSize

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.size(width: size.width, height: size.height))
    }
}

/// `kagami pip hide [SIDE]`.
struct PiPHideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: "Hide the picture past a side edge, behind a tab.",
        discussion: "Example: kagami pip hide left")

    @Argument(help: "The side. (default: the nearer one)")
    var side: PiPSide?

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.hide(side))
    }
}

/// `kagami pip show`.
struct PiPShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Bring the picture back from its tab.",
        discussion: "Example: kagami pip show")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.show)
    }
}

/// `kagami pip auto on|off`.
struct PiPAutoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto", abstract: "Start a picture whenever the content leaves the panel's foreground, or do not.",
        discussion: "Example: kagami pip auto on")

    @Argument(help: "on to start pictures, off to leave that to the user.")
    var state: Switch

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.automatic(state == .on))
    }
}
