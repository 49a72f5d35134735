import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// The service keeps edges of the screen free as a layer surface would.
@Suite struct ReservedEdgeTests {
    @Test func windowsLeaveThemFreeAndTakeThemBack() throws {
        let server = try TestServer(layout: .filling)
        let client = ShellClient(server)
        let window = client.makeToplevel()
        client.map(window, width: 640, height: 480)
        var screen = TestServer.screen
        screen.reserved = EdgeMargins(top: 40, left: 10)
        server.content.layOut(on: screen)
        server.pump()
        client.wire.roundTrip()
        let narrowed = try #require(client.lastConfigure(window))
        #expect([narrowed.width, narrowed.height] == [630, 440])
        client.acknowledge(window)
        client.show(window, width: 630, height: 440)
        #expect(server.frames == [Rect(x: 10, y: 40, width: 630, height: 440)])
        server.content.layOut(on: TestServer.screen)
        server.pump()
        client.wire.roundTrip()
        let whole = try #require(client.lastConfigure(window))
        #expect([whole.width, whole.height] == [640, 480])
    }

    @Test(arguments: [true, false])
    func fullscreenIsWhatIsLeftUnlessTheBarLiesOverIt(isLeftFree: Bool) throws {
        var screen = TestServer.screen
        let server = try TestServer(layout: .filling, screen: screen)
        let client = ShellClient(server)
        let window = client.makeToplevel()
        client.wire.send(window.role, 11, [.uint(0)])
        client.map(window, width: 640, height: 480)
        let before = try #require(client.lastConfigure(window))
        #expect([before.width, before.height] == [640, 480])
        screen.reserved = EdgeMargins(top: 40)
        screen.reservedFromFullscreen = isLeftFree ? screen.reserved : .none
        server.content.layOut(on: screen)
        server.pump()
        client.wire.roundTrip()
        let after = try #require(client.lastConfigure(window))
        #expect([after.width, after.height] == [640, isLeftFree ? 440 : 480])
        #expect(after.states.contains(XdgToplevel.State.fullscreen.rawValue))
        if isLeftFree {
            client.acknowledge(window)
            client.show(window, width: 640, height: 440)
        }
        let top = isLeftFree ? 40 : 0
        #expect(server.frames == [Rect(x: 0, y: top, width: 640, height: 480 - top)])
    }

    @Test func theOutputItselfIsNotToldAnew() throws {
        let server = try TestServer(layout: .filling)
        let client = ShellClient(server)
        let output = client.wire.bind("wl_output")
        client.wire.roundTrip()
        client.wire.forgetEvents()
        var screen = TestServer.screen
        screen.reserved = EdgeMargins(bottom: 40)
        server.content.layOut(on: screen)
        server.pump()
        client.wire.roundTrip()
        #expect(client.wire.events(of: output, 1).isEmpty)
    }
}
