import ArgumentParser
import CRemote
import ConfigurationFiles
import Control
import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// `kagami-remote text`.
struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Type texts of any characters, and read and set the clipboard.",
        discussion: """
            Reads lines of JSON from standard input, and answers each with one: {"command":"type","text":"\u{e4}"}, \
            {"command":"copy","text":"\u{e4}"} or {"command":"paste"}. After the last one it stays until another program copies \
            something, if it has copied.

            Example: echo '{"command":"paste"}' | kagami-remote text
            """)

    @Option(help: ArgumentHelp("A socket to use in place of standard input and output.", valueName: "number"))
    var descriptor: Int32?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if let descriptor, descriptor < 3 || fcntl(descriptor, F_GETFD) < 0 {
            throw ValidationError("--descriptor needs the number of a socket that was handed over, such as 3")
        }
    }

    func run() throws {
        let loop = try EventLoop()
        Signals.ignoreFailedWrites()
        let signals = try Signals(loop: loop, [SIGTERM, SIGINT]) { [weak loop] _ in loop?.stop() }
        let screens = try ScreenConnection(to: connection.toolsSocket(), loop: loop)
        let end = ServiceEnd(loop)
        screens.observer = end
        let channel = try TextChannel(
            input: descriptor ?? STDIN_FILENO, output: try descriptor.map(Self.duplicate) ?? STDOUT_FILENO, screens,
            isLocked: { try connection.ask(StatusRequest()).status.session.isLocked }, loop: loop)
        withExtendedLifetime((signals, channel, end)) { loop.run() }
        loop.forgetPending()
        if end.hasCome { throw CommandFailure("kagami has ended") }
    }

    /// The loop watches a descriptor for one thing.
    private static func duplicate(_ descriptor: CInt) throws -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw RuntimeError("duplicate a socket") }
        return copy
    }
}

/// Ends the loop with the service.
private final class ServiceEnd: ScreenConnectionObserver {
    private(set) var hasCome = false
    private let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    func serviceEnded() {
        hasCome = true
        loop.stop()
    }

    // No picture is copied here.
    func outputChanged(_ output: ListedOutput) {}
    func outputLeft(_ number: UInt32) {}
    func copyNeeds(_ size: PixelSize, stride: Int, isXRGB: Bool) {}
    func copyDamaged(_ rect: kagami_rect) {}
    func copyDone() {}
    func copyFailed() {}
}
