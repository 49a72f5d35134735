import Geometry
import Glibc
import Logging
import Mirroring
import Rendering
import Testing
import WaylandBinding

@testable import Wayland

/// Dmabufs whose brightness and colours lie apart.
@Suite struct FilmBufferTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let global: LinuxDMABuf
    private let driver = MemoryFiles()
    private let factory: UInt32

    /// Four pixels by two, without colour: black and white, and two grays.
    private static let picture: [UInt8] = [16, 235, 16, 235, 126, 126, 16, 235, 128, 128, 128, 128]

    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(
            server.display, device: 1, formats: DMABufFormats(converter: NV12Converter()), driver: driver,
            logger: Logger(label: "test"))
        client = SurfaceClient(server)
        factory = client.wire.bind("zwp_linux_dmabuf_v1")
    }

    @Test func theProcessorsFormatIsOffered() {
        let old = client.wire.bind("zwp_linux_dmabuf_v1", version: 3)
        client.wire.roundTrip()
        let films = [YUVFormat.nv12, .yu12, .yv12].map { [$0.code, 0, 0] }
        let offered = client.wire.events(of: old, 1).map(\.words)
        #expect(films.allSatisfy { offered.contains($0) })
        #expect(DMABufFormats().layouts.allSatisfy { YUVFormat(code: $0.format) == nil })
    }

    @Test func bothPlanesAreShown() throws {
        let film = file(Self.picture)
        defer { close(film) }
        show(make([(film, 0, 4), (film, 8, 4)]).buffer)
        #expect(server.middleRow == [0xff80_8080, 0xff80_8080, 0xff00_0000, 0xffff_ffff])
        #expect(driver.readers == 0)
        let source = try #require(server.content.scene.first?.source)
        #expect(source.dmabuf?.layout == PixelLayout(format: YUVFormat.nv12.code, modifier: PixelLayout.linear))
        #expect(source.dmabuf?.planes.map(\.offset) == [0, 8])
        #expect(source.planar?.planarFormat == .nv12)
    }

    /// Blue and red are told apart by the format alone.
    @Test(arguments: [YUVFormat.yu12, .yv12]) func threePlanesAreShown(format: YUVFormat) throws {
        let film = file(Array(Self.picture[..<8]) + [240, 128, 0, 0, 110, 128, 0, 0])
        defer { close(film) }
        show(make([(film, 0, 4), (film, 8, 4), (film, 12, 4)], format: format).buffer)
        let pixel = try #require(server.middleRow.first)
        let (red, blue) = (pixel >> 16 & 0xff, pixel & 0xff)
        #expect(format == .yu12 ? blue > 0xf0 && red < 0x80 : red > 0xf0 && blue < 0x80)
        #expect(server.middleRow.last == 0xffff_ffff)
        #expect(server.content.scene.first?.source.dmabuf?.planes.map(\.offset) == [0, 8, 12])
        let params = make([(film, 0, 4), (film, 8, 4)], format: format).params
        #expect(client.wire.error?.object == params)
        #expect(client.wire.error?.code == ZwpLinuxBufferParamsV1.ErrorCode.incomplete.rawValue)
    }

    @Test func planesMayLieInFilesOfTheirOwn() {
        let (brightness, colors) = (file(Array(Self.picture[..<8])), file([240, 110, 128, 128, 0, 0, 0, 0]))
        defer { [brightness, colors].forEach { _ = close($0) } }
        show(make([(brightness, 0, 4), (colors, 0, 4)]).buffer)
        let row = server.middleRow
        #expect(row.count == 4 && row[0] & 0xff > row[0] >> 16 & 0xff, "bluish")
        #expect(row.last == 0xffff_ffff)
    }

    /// It is converted once for each time that the client shows it, not for each reader.
    @Test func aPictureIsConvertedOnceUntilTheClientShowsAnother() throws {
        // One that can be written.
        let opened = try #require(tmpfile())
        defer { fclose(opened) }
        let film = fileno(opened)
        pwrite(film, Self.picture, Self.picture.count, 0)
        let buffer = make([(film, 0, 4), (film, 8, 4)]).buffer
        let surface = show(buffer)
        _ = server.middleRow
        let reads = driver.reads
        #expect(server.middleRow.first == 0xff80_8080)
        #expect(driver.reads == reads)
        pwrite(film, [16, 16, 16, 16] as [UInt8], 4, 4)
        client.show(buffer, on: surface)
        #expect(server.middleRow == Array(repeating: 0xff00_0000, count: 4))
        #expect(driver.reads > reads)
    }

    /// The same memory may be shown in any number of buffers, each of which would have a picture of its own.
    @Test func oneClientsPicturesAreLimited() throws {
        let (width, height) = (4096, 4096)
        let opened = try #require(tmpfile())
        defer { fclose(opened) }
        ftruncate(fileno(opened), width * height * 3 / 2)
        let picture = UInt32(width)
        let planes = [(fileno(opened), UInt32(0), picture), (fileno(opened), picture * UInt32(height), picture)]
        let surfaces = (0..<6).map { _ in client.makeSurface() }
        for surface in surfaces {
            client.show(make(planes, size: (Int32(width), Int32(height))).buffer, on: surface)
        }
        server.show(surfaces.map { (client.surface($0), 0, 0) })
        let readable = server.content.scene.filter { $0.source.withPixels { _ in } }
        #expect(readable.count == CopyBudget.bytes / (width * height * 4))
        // Those that are shown no more leave room.
        for surface in surfaces[..<3] { client.show(client.makeBuffer(4, 2), on: surface) }
        #expect(server.content.scene.allSatisfy { $0.source.withPixels { _ in } })
        #expect(client.wire.error == nil)
    }

    @Test func aPictureThatCanNoLongerBeReadIsLeftOut() {
        let film = file(Self.picture)
        defer { close(film) }
        show(make([(film, 0, 4), (film, 8, 4)]).buffer)
        driver.isGone = true
        #expect(server.content.scene.first?.source.withPixels { _ in } == false)
        #expect(driver.readers == 0)
    }

    /// Offsets and strides of planes that the format or the memory does not have.
    enum Mistake: CaseIterable {
        case onePlane
        case threePlanes
        case beyondTheMemory
        case shortRows
        case longRows

        var planes: [(offset: UInt32, stride: UInt32)] {
            switch self {
            case .onePlane: [(0, 4)]
            case .threePlanes: [(0, 4), (8, 4), (8, 4)]
            case .beyondTheMemory: [(0, 4), (12, 4)]
            case .shortRows: [(0, 4), (8, 2)]
            case .longRows: [(0, 8), (8, 4)]
            }
        }
    }

    @Test(arguments: Mistake.allCases)
    func wrongPlanesAreErrors(mistake: Mistake) {
        let film = file(Self.picture)
        defer { close(film) }
        let params = make(mistake.planes.map { (film, $0.offset, $0.stride) }).params
        let isCount = mistake == .onePlane || mistake == .threePlanes
        let code: ZwpLinuxBufferParamsV1.ErrorCode = isCount ? .incomplete : .outOfBounds
        #expect(client.wire.error?.object == params)
        #expect(client.wire.error?.code == code.rawValue)
    }

    @Test func coloursThatBeginAmidASampleFail() {
        let film = file(Self.picture + [0, 0, 0, 0])
        defer { close(film) }
        #expect(client.wire.events(of: make([(film, 0, 4), (film, 9, 4)]).params, 1).count == 1)
        #expect(client.wire.error == nil)
    }

    /// Films with ten bits are for devices that draw from them.
    @Test func whatNobodyReadsIsNotOffered() {
        let film = file(Self.picture)
        defer { close(film) }
        let params = make([(film, 0, 4), (film, 8, 4)], format: .p010).params
        #expect(client.wire.error?.object == params)
        #expect(client.wire.error?.code == ZwpLinuxBufferParamsV1.ErrorCode.incomplete.rawValue)
    }

    @Test func theDeviceDrawsWhatTheProcessorCannotRead() throws {
        let server = try TestServer()
        let sampler = FakeSampler()
        sampler.sampledLayouts = [PixelLayout(format: YUVFormat.p010.code, modifier: PixelLayout.implicit)]
        let global = try LinuxDMABuf(
            server.display, device: 1, formats: DMABufFormats(sampler, converter: NV12Converter()), driver: driver,
            logger: Logger(label: "test"))
        let client = SurfaceClient(server)
        let film = file(Self.picture + Self.picture)
        defer { close(film) }
        let buffer = make(
            [(film, 0, 8), (film, 16, 8)], format: .p010, modifier: PixelLayout.implicit, by: client
        ).buffer
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let source = try #require(server.content.scene.first?.source)
        #expect(source.hasPixels)
        #expect(!source.withPixels { _ in })
        sampler.sampledLayouts = []
        #expect(!source.hasPixels)
        withExtendedLifetime(global) {}
    }

    private func file(_ bytes: [UInt8]) -> CInt { MemoryFiles.make(bytes: bytes) }

    /// A buffer, of four pixels by two where nothing else is said.
    private func make(
        _ planes: [(file: CInt, offset: UInt32, stride: UInt32)], format: YUVFormat = .nv12,
        modifier: UInt64 = PixelLayout.linear, size: (width: Int32, height: Int32) = (4, 2),
        by other: SurfaceClient? = nil
    ) -> (params: UInt32, buffer: UInt32) {
        (other ?? client).makeDMABuf(
            planes, code: format.code, modifier: modifier, size: size,
            factory: other.map { $0.wire.bind("zwp_linux_dmabuf_v1") } ?? factory)
    }

    @discardableResult
    private func show(_ buffer: UInt32) -> UInt32 {
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        return surface
    }
}
