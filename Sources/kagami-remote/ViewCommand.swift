import ArgumentParser
import CLinux
import KagamiCommands
import Mirroring
import Runtime

/// `kagami-remote view OUTPUT`.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Show VNC viewers what a display shows, and let them use it.",
        discussion: "Example: kagami-remote view HDMI-A-1 --view-only")

    @Argument(
        help: "The display, as kagami outputs lists it. It may be plugged in later.",
        transform: { try ConnectorName.parseListed($0).output })
    var output: OutputID

    @Option(help: ArgumentHelp("End with this process, which has started the command.", valueName: "pid"))
    var parent: Int32?

    @OptionGroup var listening: ListenOptions
    @OptionGroup var connection: SocketOption

    func run() throws {
        let loop = try EventLoop()
        let session = try RemoteSession(loop: loop)
        if let parent, kagami_end_with_parent(parent) != 0 {
            throw CommandFailure(
                "process \(parent) has not started this one, or has ended: give --parent the number of the starter")
        }
        let screen = try SharedScreen(
            output: output.name, options: listening, tools: try connection.toolsSocket(), loop: loop)
        try session.run(screen, at: listening.address)
    }
}
