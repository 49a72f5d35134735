import Geometry
import Glibc
import Logging
import Mirroring
import Testing

@testable import Wayland

/// Dmabufs that the graphics device draws from: layouts that the processor cannot read.
@Suite struct SampledBufferTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let global: LinuxDMABuf
    private let sampler = FakeSampler()

    private static let xrgb: UInt32 = 0x3432_5258
    private static let tiled: UInt64 = 0x0100_0000_0000_0001

    init() throws {
        server = try TestServer()
        sampler.sampledLayouts = [
            PixelLayout(format: Self.xrgb, modifier: PixelLayout.implicit),
            PixelLayout(format: Self.xrgb, modifier: Self.tiled),
            PixelLayout(format: 0x3432_564e, modifier: Self.tiled),
        ]
        global = try LinuxDMABuf(
            server.display, device: 1, formats: DMABufFormats(sampler), driver: MemoryFiles(),
            logger: Logger(label: "test"))
        client = SurfaceClient(server)
    }

    /// Formats that surfaces cannot have are left out.
    @Test func theDevicesLayoutsAreOffered() {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1", version: 3)
        client.wire.roundTrip()
        let implicit = PixelLayout.implicit
        #expect(
            client.wire.events(of: factory, 1).map(\.words) == [
                [Self.xrgb, UInt32(implicit >> 32), UInt32(truncatingIfNeeded: implicit)],
                [Self.xrgb, UInt32(Self.tiled >> 32), UInt32(truncatingIfNeeded: Self.tiled)],
            ])
    }

    @Test(arguments: [(PixelLayout.implicit, 1), (tiled, 1), (tiled, 2)])
    func aBufferOfTheDevicesIsShownWithoutTheProcessor(modifier: UInt64, planes: Int) throws {
        let (params, buffer) = make(modifier, planes: planes)
        #expect(client.wire.events(of: params, 1).isEmpty)
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let source = try #require(server.content.scene.first?.source)
        #expect(source.hasPixels)
        #expect(!source.withPixels { _ in })
        #expect(source.dmabuf?.layout == PixelLayout(format: Self.xrgb, modifier: modifier))
        #expect(source.dmabuf?.planes.map(\.stride) == Array(repeating: 16, count: planes))
        // Without the device there is nothing to show.
        sampler.sampledLayouts = []
        #expect(!source.hasPixels)
    }

    @Test func whatTheDeviceRefusesFails() {
        sampler.isWilling = false
        #expect(client.wire.events(of: make(Self.tiled).params, 1).count == 1)
        #expect(client.wire.error == nil)
    }

    @Test func aLayoutThatIsNotOfferedIsAnError() {
        let (params, _) = make(PixelLayout.linear)
        #expect(client.wire.error?.object == params)
    }

    private func make(_ modifier: UInt64, planes: Int = 1) -> (params: UInt32, buffer: UInt32) {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let params = client.wire.create(factory, 1)
        let file = MemoryFiles.make(Array(repeating: 0, count: 8))
        defer { close(file) }
        for plane in 0..<planes {
            client.wire.send(
                params, 1,
                [
                    .descriptor(file), .uint(UInt32(plane)), .uint(0), .uint(16), .uint(UInt32(modifier >> 32)),
                    .uint(UInt32(truncatingIfNeeded: modifier)),
                ])
        }
        let buffer = client.wire.newID()
        client.wire.send(params, 3, [.uint(buffer), .int(4), .int(2), .uint(Self.xrgb), .uint(0)])
        client.wire.roundTrip()
        return (params, buffer)
    }
}

final class FakeSampler: DMABufSampler {
    var sampledLayouts: [PixelLayout] = []
    var isWilling = true
    /// The buffers that it was asked about.
    private(set) var asked: [DMABuf] = []

    func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool {
        asked.append(dmabuf)
        return isWilling
    }

    /// Where parts of pictures were drawn from.
    private(set) var filled: [Point<ContentSpace>] = []

    func fill(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, with picture: any Buffer, from corner: Point<ContentSpace>
    ) -> Bool {
        filled.append(corner)
        return isWilling
    }
}
