import Geometry
import Mirroring

@testable import Wayland

/// Two applications, each on a display and a screen of its own, and the tools of the first one's display.
final class TwoApplications {
    /// 640x480.
    let main: TestServer
    /// 320x200.
    let panel: TestServer

    init() throws {
        main = try TestServer(layout: .filling)
        var screen = TestServer.screen
        screen.name = "PANEL-1"
        screen.size = Size(width: 320, height: 200)
        panel = try TestServer(layout: .filling, screen: screen, besides: main)
    }

    /// The keyboard goes to one of them.
    func focus(_ server: TestServer) {
        server.content.tookKeyboard()
        main.pump()
    }
}

extension ShellClient {
    /// Codes and states of the keys told so far.
    var typed: [[UInt32]] {
        wire.roundTrip()
        return wire.events(of: keyboard, 3).map { Array($0.words.suffix(2)) }
    }
}
