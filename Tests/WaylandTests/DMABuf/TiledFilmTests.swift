import Geometry
import Glibc
import Logging
import Mirroring
import Rendering
import Testing
import WaylandBinding

@testable import Wayland

/// Films laid out as hardware decoders do it.
@Suite struct TiledFilmTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let sampler = FakeSampler()
    private let films: LinuxDMABuf
    private let factory: UInt32

    /// DRM_FORMAT_MOD_BROADCOM_SAND128_COL_HEIGHT of this many rows, and Intel's I915_FORMAT_MOD_Y_TILED.
    private static func columns(_ height: UInt64) -> UInt64 { 0x0700_0000_0000_0004 | height << 8 }
    private static let yTiled: UInt64 = 0x0100_0000_0000_0002

    /// The processor reads films.
    init() throws {
        server = try TestServer()
        films = try Self.announce(DMABufFormats(converter: NV12Converter()), to: server)
        client = SurfaceClient(server)
        factory = client.wire.bind("zwp_linux_dmabuf_v1")
    }

    private static func announce(_ formats: DMABufFormats, to server: TestServer) throws -> LinuxDMABuf {
        try LinuxDMABuf(
            server.display, device: 1, formats: formats, driver: MemoryFiles(), logger: Logger(label: "test"))
    }

    /// Gray pixels, 130 in a row, of which two are in the second column, in rows of two kinds; colours are in the rows below.
    private func file(height: Int, columns: Int = 2) -> CInt {
        var bytes = [UInt8](repeating: 128, count: 128 * height * columns)
        for column in 0..<2 where columns == 2 {
            for x in 0..<128 {
                bytes[column * 128 * height + x] = UInt8(column == 0 ? 16 : 235)
                bytes[column * 128 * height + 128 + x] = 126
            }
        }
        return MemoryFiles.make(bytes: bytes)
    }

    private func make(
        _ file: CInt, modifier: UInt64, stride: UInt32 = 256, by other: (client: SurfaceClient, factory: UInt32)? = nil
    ) -> (params: UInt32, buffer: UInt32) {
        (other?.client ?? client).makeDMABuf(
            [(file, 0, stride), (file, 256, stride)], code: YUVFormat.nv12.code, modifier: modifier, size: (130, 2),
            factory: other?.factory ?? factory)
    }

    /// Three rows are the picture's own, more are room.
    @Test(arguments: [UInt64(3), 8]) func theProcessorReadsColumns(height: UInt64) throws {
        let film = file(height: Int(height))
        defer { close(film) }
        let surface = client.makeSurface()
        client.show(make(film, modifier: Self.columns(height)).buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let source = try #require(server.content.scene.first?.source)
        #expect(source.dmabuf?.layout.modifier == Self.columns(height), "displays get the height that it has")
        var rows: [[UInt32]] = []
        let isThere = source.withPixels { pixels in
            rows = (0..<2).map { row in
                let words = (pixels + row * source.stride).assumingMemoryBound(to: UInt32.self)
                return [words[0], words[127], words[128], words[129]]
            }
        }
        #expect(isThere)
        #expect(rows.first == [0xff00_0000, 0xff00_0000, 0xffff_ffff, 0xffff_ffff])
        #expect(rows.last == Array(repeating: 0xff80_8080, count: 4))
        #expect(client.wire.error == nil)
    }

    /// Columns are listed as planes and devices do it, without a height.
    @Test func columnsAreOfferedForAllHeights() {
        let old = client.wire.bind("zwp_linux_dmabuf_v1", version: 3)
        client.wire.roundTrip()
        let offered = client.wire.events(of: old, 1).map(\.words)
        #expect(offered.filter { $0[1] != 0 } == [[YUVFormat.nv12.code, 0x0700_0000, 4]])
    }

    /// What the display's plane shows by itself is listed in the same way.
    @Test func aFilmThatFillsTheScreenIsToldThatThePlaneShowsColumns() throws {
        server.content.tellOffers(through: films)
        let film = file(height: 3)
        defer { close(film) }
        let surface = client.makeSurface()
        client.show(make(film, modifier: Self.columns(3)).buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let feedback = client.wire.create(factory, 3, [.uint(surface)])
        client.wire.roundTrip()
        let shown = PixelLayout(format: YUVFormat.nv12.code, modifier: PixelLayout.columns)
        let source = try #require(server.content.scene.first?.source)
        for _ in 0..<ScanoutCandidate.patience {
            server.content.frameIs(allOf: source, offer: ScanoutOffer(device: 0x99, layouts: [shown]))
        }
        client.wire.roundTrip()
        let place = try #require(DMABufFormats(converter: NV12Converter()).layouts.firstIndex(of: shown))
        #expect(client.wire.events(of: feedback, 4).suffix(2).map(\.words) == [[8, 0x99, 0], [8, 1, 0]])
        #expect(client.wire.events(of: feedback, 5).dropLast().last?.words == [2, UInt32(place)])
    }

    @Test(arguments: [(UInt64(2), 2), (3, 1), (8, 1)])
    func rowsBeyondTheirColumnOrTheMemoryAreAnError(height: UInt64, columns: Int) {
        let film = file(height: Int(height), columns: columns)
        defer { close(film) }
        let params = make(film, modifier: Self.columns(height)).params
        #expect(client.wire.error?.object == params)
        #expect(client.wire.error?.code == ZwpLinuxBufferParamsV1.ErrorCode.outOfBounds.rawValue)
    }

    /// Heights of which no address can be computed, and none at all.
    @Test(arguments: [0, 0x1_0000, 0xffff_ffff_ffff]) func otherHeightsFail(height: UInt64) {
        let film = file(height: 3)
        defer { close(film) }
        let params = make(film, modifier: Self.columns(height)).params
        #expect(client.wire.events(of: params, 1).count == 1)
        #expect(client.wire.error == nil)
    }

    /// Broadcom's columns of 64 bytes.
    @Test func otherColumnsAreNotOffered() {
        let film = file(height: 3)
        defer { close(film) }
        let params = make(film, modifier: 0x0700_0000_0000_0303).params
        #expect(client.wire.error?.object == params)
    }

    /// What the device imports; its driver is asked about the buffer as it is.
    @Test(arguments: [yTiled, columns(3), columns(8)], [true, false])
    func theDeviceDrawsWhatItTakes(modifier: UInt64, isWilling: Bool) throws {
        let server = try TestServer()
        let listed = [Self.yTiled, PixelLayout.columns]
        sampler.sampledLayouts = listed.map { PixelLayout(format: YUVFormat.nv12.code, modifier: $0) }
        sampler.isWilling = isWilling
        let films = try Self.announce(DMABufFormats(sampler), to: server)
        let client = SurfaceClient(server)
        let film = file(height: 8)
        defer { close(film) }
        let (params, buffer) = make(
            film, modifier: modifier, by: (client, client.wire.bind("zwp_linux_dmabuf_v1")))
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(sampler.asked.map(\.layout.modifier) == [modifier])
        #expect(client.wire.events(of: params, 1).count == (isWilling ? 0 : 1))
        #expect(server.content.scene.first?.source.hasPixels == isWilling)
        #expect(client.wire.error == nil)
        withExtendedLifetime(films) {}
    }
}
