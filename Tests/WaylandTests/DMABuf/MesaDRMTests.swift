import Geometry
import Glibc
import Logging
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// `wl_drm`: the render node, and buffers that are laid out as its driver likes.
@Suite struct MesaDRMTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let global: MesaDRM
    private let sampler = FakeSampler()
    private let drm: UInt32

    private static let xrgb: UInt32 = 0x3432_5258
    private static let argb: UInt32 = 0x3432_5241
    private static let node = "/dev/dri/renderD128"

    private enum Request {
        static let authenticate: UInt16 = 0
        static let buffer: UInt16 = 1
        static let planarBuffer: UInt16 = 2
        static let primeBuffer: UInt16 = 3
    }

    init() throws {
        server = try TestServer()
        // A driver that names its modifiers takes a buffer without one all the same.
        sampler.sampledLayouts = [PixelLayout(format: Self.xrgb, modifier: PixelLayout.linear)]
        global = try MesaDRM(
            server.display, path: Self.node, formats: DMABufFormats(sampler), driver: MemoryFiles(),
            logger: Logger(label: "test"))
        client = SurfaceClient(server)
        drm = client.wire.bind("wl_drm")
        client.wire.roundTrip()
    }

    private var wire: WireClient { client.wire }

    private func make(
        _ width: Int32 = 4, _ height: Int32 = 2, format: UInt32 = xrgb, offset: Int32 = 0, stride: Int32 = 16
    ) -> UInt32 {
        let file = MemoryFiles.make(Array(repeating: 0, count: 8))
        defer { close(file) }
        let buffer = wire.newID()
        wire.send(
            drm, Request.primeBuffer,
            [
                .uint(buffer), .descriptor(file), .int(width), .int(height), .uint(format), .int(offset), .int(stride),
                .int(0), .int(0), .int(0), .int(0),
            ])
        wire.roundTrip()
        return buffer
    }

    @Test func theRenderNodeAndItsFormatsAreTold() throws {
        let name = try #require(wire.events(of: drm, 0).first)
        #expect(name.string(at: 0) == Self.node)
        #expect(wire.events(of: drm, 1).map(\.words) == [[Self.xrgb]])
        #expect(wire.events(of: drm, 3).map(\.words) == [[1]], "prime")
    }

    @Test func theFirstVersionIsToldOfNoCapabilities() {
        let old = wire.bind("wl_drm", version: 1)
        wire.roundTrip()
        #expect(wire.events(of: old, 0).count == 1 && wire.events(of: old, 3).isEmpty)
    }

    @Test func nobodyHasToBeAuthenticated() {
        wire.send(drm, Request.authenticate, [.uint(0)])
        wire.roundTrip()
        #expect(wire.events(of: drm, 2).count == 1)
        #expect(wire.error == nil)
    }

    @Test func aBufferIsDrawnWhereItLies() throws {
        let buffer = make()
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let source = try #require(server.content.scene.first?.source)
        #expect(source.dmabuf?.layout == PixelLayout(format: Self.xrgb, modifier: PixelLayout.implicit))
        #expect(source.hasPixels && !source.withPixels { _ in })
    }

    @Test func aBufferThatTheDeviceRefusesShowsNothing() throws {
        sampler.isWilling = false
        let (buffer, surface) = (make(), client.makeSurface())
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(wire.error == nil)
        #expect(server.content.scene.allSatisfy { !$0.source.hasPixels })
    }

    @Test(arguments: [
        (Int32(0), Int32(16), Int32(4), argb, UInt32(1)), (0, 8, 4, xrgb, 2), (-4, 16, 4, xrgb, 2),
        (0, -16, 4, xrgb, 2),
        (0, 16, 0, xrgb, 2), (0, 1 << 30, 4, xrgb, 2), (1 << 30, 16, 4, xrgb, 2),
    ])
    func misuseIsAnError(offset: Int32, stride: Int32, width: Int32, format: UInt32, code: UInt32) {
        _ = make(width, format: format, offset: offset, stride: stride)
        #expect(wire.error?.object == drm)
        #expect(wire.error?.code == code)
    }

    @Test func namesOfBuffersAreRefused() {
        wire.send(
            drm, Request.buffer, [.uint(wire.newID()), .uint(1), .int(4), .int(2), .uint(16), .uint(Self.xrgb)])
        wire.roundTrip()
        #expect(wire.error?.object == drm && wire.error?.code == 2)
    }
}
