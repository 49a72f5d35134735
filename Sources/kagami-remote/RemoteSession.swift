import ConfigurationFiles
import Control
import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// A command's run: until a signal or the service's end.
final class RemoteSession {
    private let loop: EventLoop
    private var signals: Signals?
    private var hasServiceEnded = false
    /// Nil for a screen that is there by itself.
    private let display: RemoteDisplay?

    init(loop: EventLoop, display: RemoteDisplay? = nil) throws {
        self.loop = loop
        self.display = display
        Signals.ignoreFailedWrites()
        // Threads of the library inherit the mask.
        signals = try Signals(loop: loop, [SIGTERM, SIGINT]) { [weak loop] _ in loop?.stop() }
    }

    func run(_ screen: SharedScreen, at address: ListenAddress) throws {
        screen.session = self
        TextOutput.standard.write(line: "viewers connect to \(address)")
        loop.run()
        loop.forgetPending()
        if hasServiceEnded { throw CommandFailure("kagami has ended, and with it the screen; start it again first") }
    }

    /// A viewer has come or left.
    func viewersChanged(_ viewers: [ViewerID]) {
        display?.viewersChanged(viewers)
    }

    /// Whether a viewer may have a screen of the size that it wishes.
    func sizeWished(_ size: PixelSize, _ viewer: ViewerID) -> Bool { display?.sizeWished(size, viewer) ?? false }

    /// The service has ended.
    func serviceEnded() {
        hasServiceEnded = true
        loop.stop()
    }
}

extension SocketOption {
    /// The service's Wayland socket for tools.
    func toolsSocket() throws -> String {
        guard let sockets = try ask(StatusRequest()).status.about.sockets else {
            throw CommandFailure(
                "this control socket is an untrusted application's: use the service's own, with --socket")
        }
        return sockets.tools
    }
}
