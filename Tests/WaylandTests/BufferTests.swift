import Geometry
import Mirroring
import Testing

@testable import Wayland

/// When buffers are held, and when their clients get them back.
@Suite struct BufferTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let surface: UInt32

    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
        surface = client.makeSurface()
        server.show([(client.surface(surface), 0, 0)])
    }

    private func releases(_ buffer: UInt32) -> Int { client.wire.events(of: buffer, 0).count }

    @Test func aBufferIsReleasedWhenTheNextIsShown() {
        let (first, second) = (client.makeBuffer(8, 8), client.makeBuffer(8, 8))
        client.show(first, on: surface)
        server.present()
        client.wire.roundTrip()
        #expect(releases(first) == 0)
        client.show(second, on: surface)
        #expect(releases(first) == 1)
        #expect(releases(second) == 0)
    }

    /// The pixel's colours are those that the client wrote, whatever their order.
    @Test func tenBitsOfAColourAreTakenWhereTheyAreOffered() {
        server.content.takePixels(.ten)
        let client = SurfaceClient(server)
        let surface = client.makeSurface()
        server.show([(client.surface(surface), 0, 0)])
        for format in PixelFormat.allCases.filter(\.isDeep) {
            client.show(client.makeBuffer(8, 8, 0xC000_03FF, format: format.code), on: surface)
            #expect(client.wire.error == nil)
            #expect(server.content.scene.last?.source.format == format)
            #expect(server.pixels == [0xC000_03FF])
        }
    }

    @Test func tenBitsOfAColourAreRefusedWhereTheyAreNot() {
        _ = client.makeBuffer(8, 8, format: PixelFormat.xrgb2101010.code)
        client.wire.roundTrip()
        #expect(client.wire.error != nil)
    }

    @Test func theSameBufferCommittedAgainStaysHeld() {
        let buffer = client.makeBuffer(8, 8)
        client.show(buffer, on: surface)
        client.show(buffer, on: surface)
        #expect(releases(buffer) == 0)
    }

    @Test func aBufferOfTwoSurfacesIsReleasedByTheLast() {
        let (buffer, other) = (client.makeBuffer(8, 8), client.makeSurface())
        client.show(buffer, on: surface)
        client.show(buffer, on: other)
        client.attach(0, to: surface)
        client.commit(surface)
        #expect(releases(buffer) == 0)
        client.wire.send(other, 0)
        client.wire.roundTrip()
        #expect(releases(buffer) == 1)
    }

    @Test func aBufferThatNoCommitTookUpIsNotReleased() {
        let (first, second) = (client.makeBuffer(8, 8), client.makeBuffer(8, 8))
        client.attach(first, to: surface)
        client.show(second, on: surface)
        #expect(releases(first) == 0)
    }

    @Test func aDestroyedBufferLeavesItsPicture() {
        let buffer = client.makeBuffer(8, 8, 0xff12_3456)
        client.show(buffer, on: surface)
        client.wire.send(buffer, 0)
        client.wire.roundTrip()
        #expect(server.pixels == [0xff12_3456])
    }

    @Test func aSynchronizedCommitOvertakenByTheNextGivesItsBufferBack() {
        let child = client.makeSurface()
        _ = client.makeSubsurface(child, of: surface)
        let (first, second) = (client.makeBuffer(8, 8), client.makeBuffer(8, 8))
        client.show(first, on: child)
        #expect(releases(first) == 0)
        client.show(second, on: child)
        #expect(releases(first) == 1)
    }

    @Test func aSinglePixelIsStretched() {
        let manager = client.wire.bind("wp_single_pixel_buffer_manager_v1")
        let viewporter = client.wire.bind("wp_viewporter")
        let viewport = client.wire.create(viewporter, 1, [.uint(surface)])
        let buffer = client.wire.create(
            manager, 1, [.uint(0x8000_0000), .uint(0x4000_0000), .uint(0), .uint(0xffff_ffff)])
        client.wire.send(viewport, 2, [.int(200), .int(100)])
        client.show(buffer, on: surface)
        #expect(server.pixels == [0xff80_4000])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 200, height: 100)])
    }
}
