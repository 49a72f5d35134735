import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// The client that covers the screen, and what it prefers through `wp_tearing_control_v1`.
@Suite struct TearingControlTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let surface: UInt32
    private let manager: UInt32

    /// A surface as large as the screen.
    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
        surface = client.makeSurface()
        manager = client.wire.bind("wp_tearing_control_manager_v1")
        server.show([(client.surface(surface), 0, 0)])
    }

    /// An opaque picture of all of the screen, or of a part.
    private func picture(width: Int = 640, format: UInt32 = 1) -> UInt32 {
        client.makeBuffer(width, 480, format: format)
    }

    private func makeControl() -> UInt32 { client.wire.create(manager, 1, [.uint(surface)]) }

    @Test func aHintTakesEffectWithTheCommit() {
        client.show(picture(), on: surface)
        #expect(server.content.cover == ContentCover())
        let control = makeControl()
        client.wire.send(control, 0, [.uint(1)])
        client.wire.roundTrip()
        #expect(server.content.cover == ContentCover())
        client.commit(surface)
        #expect(server.content.cover == ContentCover(prefersTearing: true))
        client.wire.send(control, 0, [.uint(0)])
        client.commit(surface)
        #expect(server.content.cover == ContentCover())
    }

    @Test func aDestroyedControlLeavesTheHintUntilTheCommit() {
        client.show(picture(), on: surface)
        let control = makeControl()
        client.wire.send(control, 0, [.uint(1)])
        client.commit(surface)
        client.wire.send(control, 1)
        client.wire.roundTrip()
        #expect(server.content.cover == ContentCover(prefersTearing: true))
        client.commit(surface)
        #expect(server.content.cover == ContentCover())
        let another = makeControl()
        client.wire.send(another, 0, [.uint(1)])
        client.commit(surface)
        #expect(server.content.cover == ContentCover(prefersTearing: true))
        #expect(client.wire.error == nil)
    }

    @Test func aSurfaceHasOneControl() {
        _ = makeControl()
        _ = makeControl()
        client.wire.roundTrip()
        #expect(client.wire.error?.object == manager)
        #expect(client.wire.error?.code == WpTearingControlManagerV1.ErrorCode.tearingControlExists.rawValue)
    }

    @Test func aControlOutlivesItsSurfaceUselessly() {
        let control = makeControl()
        client.wire.send(surface, 0)
        client.wire.send(control, 0, [.uint(1)])
        client.wire.send(control, 1)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func onlyAnOpaquePictureOfAllOfTheScreenCovers() {
        #expect(server.content.cover == nil)
        client.show(picture(width: 639), on: surface)
        #expect(server.content.cover == nil)
        client.show(picture(format: 0), on: surface)
        #expect(server.content.cover == nil, "it may be seen through")
        client.show(picture(), on: surface)
        #expect(server.content.cover == ContentCover())
    }

    @Test func whatTheSameClientHasInFrontIsPartOfItsPicture() {
        client.show(picture(), on: surface)
        let subtitles = client.makeSurface()
        _ = client.makeSubsurface(subtitles, of: surface)
        client.show(client.makeBuffer(100, 20, format: 0), on: subtitles)
        client.commit(surface)
        #expect(server.frames.count == 2)
        #expect(server.content.cover == ContentCover())
        let other = SurfaceClient(server)
        let window = other.makeSurface()
        other.show(other.makeBuffer(10, 10), on: window)
        server.show([(client.surface(surface), 0, 0), (other.surface(window), 5, 5)])
        #expect(server.content.cover == nil, "another client is in front")
        server.show([(other.surface(window), 5, 5), (client.surface(surface), 0, 0)])
        #expect(server.content.cover == ContentCover())
        server.show([(client.surface(surface), 0, 0), (other.surface(window), 700, 5)])
        #expect(server.content.cover == ContentCover(), "that is beside the screen")
    }
}
