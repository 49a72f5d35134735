import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct FractionalScaleTests {
    @Test func theScaleIsToldInHundredAndTwentieths() throws {
        let server = try TestServer()
        let client = SurfaceClient(server)
        let surface = client.makeSurface()
        let manager = client.wire.bind("wp_fractional_scale_manager_v1")
        let object = client.wire.create(manager, 1, [.uint(surface)])
        client.wire.roundTrip()
        var screen = TestServer.screen
        screen.scale = Scale(in120ths: 180)
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        #expect(client.wire.events(of: object, 0).map(\.words) == [[120], [180]])

        _ = client.wire.create(manager, 1, [.uint(surface)])
        client.wire.roundTrip()
        #expect(client.wire.error?.object == manager)
    }

    /// A client that learnt the scale only afterwards would draw the new size twice.
    @Test func theScaleIsToldBeforeTheNewSize() throws {
        let server = try TestServer(layout: .filling)
        let client = ShellClient(server)
        let window = client.window()
        let manager = client.wire.bind("wp_fractional_scale_manager_v1")
        let object = client.wire.create(manager, 1, [.uint(window.surface)])
        client.wire.roundTrip()
        client.wire.forgetEvents()
        var screen = TestServer.screen
        screen.scale = Scale(in120ths: 180)
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        let senders = client.wire.events.map(\.object)
        let scale = try #require(senders.firstIndex(of: object))
        let size = try #require(senders.firstIndex(of: window.shell))
        #expect(scale < size)
    }

    @Test func aBufferMadeForTheScaleIsNotResampled() throws {
        var screen = TestServer.screen
        screen.scale = Scale(in120ths: 180)
        let server = try TestServer(screen: screen)
        let client = SurfaceClient(server)
        let surface = client.makeSurface()
        let viewport = client.wire.create(client.wire.bind("wp_viewporter"), 1, [.uint(surface)])
        client.wire.send(viewport, 2, [.int(20), .int(10)])
        client.show(client.makeBuffer(30, 15), on: surface)
        server.show([(client.surface(surface), 0, 0)])
        _ = server.observer.takeDamage()
        client.wire.send(surface, 9, [.int(3), .int(4), .int(1), .int(1)])
        client.commit(surface)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 30, height: 15)])
        #expect(server.observer.takeDamage() == Region(Rect(x: 3, y: 4, width: 1, height: 1)))
    }
}
