import Geometry
import Glibc
import Logging
import Mirroring
import Rendering
import Testing
import WaylandBinding

@testable import Wayland

/// What clients say through `wp_color_representation_manager_v1` of the numbers in their buffers.
@Suite struct ColorRepresentationTests {
    typealias ErrorCode = WpColorRepresentationSurfaceV1.ErrorCode
    typealias Coefficients = WpColorRepresentationSurfaceV1.Coefficients

    private let server: TestServer
    private let client: SurfaceClient
    private let global: LinuxDMABuf
    private let factory: UInt32
    private let manager: UInt32
    private let surface: UInt32

    private static let (full, limited): (UInt32, UInt32) = (1, 2)
    /// Brightness, blue and red.
    private static let samples: (UInt8, UInt8, UInt8) = (120, 90, 165)

    /// A surface on the screen.
    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(
            server.display, device: 1, formats: DMABufFormats(converter: NV12Converter()), driver: MemoryFiles(),
            logger: Logger(label: "test"))
        client = SurfaceClient(server)
        factory = client.wire.bind("zwp_linux_dmabuf_v1")
        manager = client.wire.bind("wp_color_representation_manager_v1")
        surface = client.makeSurface()
        server.show([(client.surface(surface), 0, 0)])
    }

    /// A film's picture of four pixels by two, of one colour, or one whose colours begin amid a sample.
    private func makeFilm(colorsFrom offset: UInt32 = 8) -> UInt32 {
        let (brightness, blue, red) = Self.samples
        let bytes = Array(repeating: brightness, count: 8) + [blue, red, blue, red, 0, 0, 0, 0]
        let film = MemoryFiles.make(bytes: bytes)
        defer { close(film) }
        return client.makeDMABuf(
            [(film, 0, 4), (film, offset, 4)], code: YUVFormat.nv12.code, size: (4, 2), factory: factory
        ).buffer
    }

    private func makeRepresentation(of surface: UInt32? = nil) -> UInt32 {
        client.wire.create(manager, 1, [.uint(surface ?? self.surface)])
    }

    private func set(_ coefficients: Coefficients, _ range: UInt32, of object: UInt32) {
        client.wire.send(object, 2, [.uint(coefficients.rawValue), .uint(range)])
        client.wire.roundTrip()
    }

    /// The picture's colour by the standards' formula, in double precision.
    private func color(_ matrix: YUVEncoding.Matrix, isFullRange: Bool) -> [Double] {
        let (red, blue) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let (dark, light, wide) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
        let brightness = (Double(Self.samples.0) - dark) / light * 255
        let toBlue = (Double(Self.samples.1) - 128) / wide * 255
        let toRed = (Double(Self.samples.2) - 128) / wide * 255
        let (r, b) = (brightness + 2 * (1 - red) * toRed, brightness + 2 * (1 - blue) * toBlue)
        return [r, (brightness - red * r - blue * b) / (1 - red - blue), b]
    }

    /// The largest difference of a channel of the shown picture.
    private func difference(_ expected: [Double]) throws -> Double {
        let pixel = try #require(server.middleRow.first)
        let channels = [16, 8, 0].map { Double(pixel >> $0 & 255) }
        return zip(channels, expected).map { abs($0 - $1) }.max() ?? .infinity
    }

    @Test func whatIsSupportedIsSaidAtOnce() {
        client.wire.roundTrip()
        #expect(client.wire.events(of: manager, 0).map(\.words) == [[0]])
        let kinds = client.wire.events(of: manager, 1).map(\.words)
        let expected: [[UInt32]] = [[1, 1], [4, 1], [4, 2], [2, 1], [2, 2], [6, 1], [6, 2]]
        #expect(Set(kinds) == Set(expected) && kinds.count == expected.count)
        #expect(client.wire.events(of: manager, 2).count == 1)
    }

    @Test(arguments: [(Coefficients.bt601, YUVEncoding.Matrix.bt601), (.bt709, .bt709), (.bt2020, .bt2020)])
    func numbersMeanWhatTheClientSays(coefficients: Coefficients, matrix: YUVEncoding.Matrix) throws {
        let object = makeRepresentation()
        for range in [Self.limited, Self.full] {
            set(coefficients, range, of: object)
            client.show(makeFilm(), on: surface)
            #expect(try difference(color(matrix, isFullRange: range == Self.full)) <= 1)
        }
        #expect(client.wire.error == nil)
    }

    /// The picture that is there already is read anew, all of it, without another buffer.
    @Test func itTakesEffectWithTheCommit() throws {
        client.show(makeFilm(), on: surface)
        let usual = color(.bt601, isFullRange: false)
        #expect(try difference(usual) <= 1)
        let object = makeRepresentation()
        set(.bt2020, Self.full, of: object)
        #expect(try difference(usual) <= 1)
        _ = server.observer.takeDamage()
        client.commit(surface)
        #expect(try difference(color(.bt2020, isFullRange: true)) <= 1)
        #expect(server.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 4, height: 2)))
        // The same once more is no change.
        _ = server.observer.takeDamage()
        set(.bt2020, Self.full, of: object)
        client.commit(surface)
        #expect(server.observer.takeDamage().isEmpty)
        client.wire.send(object, 0)
        client.wire.roundTrip()
        #expect(try difference(color(.bt2020, isFullRange: true)) <= 1)
        client.commit(surface)
        #expect(try difference(usual) <= 1)
        set(.bt709, Self.limited, of: makeRepresentation())
        client.commit(surface)
        #expect(try difference(color(.bt709, isFullRange: false)) <= 1)
        #expect(client.wire.error == nil)
    }

    /// The wire's numbers begin with 1, the standard's with 0.
    @Test(arguments: zip(UInt32(1)...6, ChromaLocation.allCases))
    func coloursLieWhereTheClientSays(wire: UInt32, location: ChromaLocation) throws {
        let object = makeRepresentation()
        client.wire.send(object, 3, [.uint(wire)])
        client.show(makeFilm(), on: surface)
        #expect(try encoding().location == location)
        #expect(try encoding().matrix == .bt601, "what else is usual stays")
        set(.bt2020, Self.full, of: object)
        client.commit(surface)
        #expect(try encoding().location == location)
        #expect(try encoding().matrix == .bt2020)
        client.wire.send(object, 0)
        client.commit(surface)
        client.wire.roundTrip()
        #expect(try encoding() == YUVEncoding(.bt601))
        #expect(client.wire.error == nil)
    }

    private func encoding() throws -> YUVEncoding {
        client.wire.roundTrip()
        return try #require(server.content.scene.first?.source.planar?.encoding)
    }

    /// A buffer that goes from a surface with a representation to one without means what is usual again.
    @Test func anotherSurfaceHasItsOwn() throws {
        let buffer = makeFilm()
        set(.bt2020, Self.full, of: makeRepresentation())
        client.show(buffer, on: surface)
        let other = client.makeSurface()
        client.show(buffer, on: other)
        server.show([(client.surface(other), 0, 0)])
        #expect(try difference(color(.bt601, isFullRange: false)) <= 1)
    }

    @Test func aSubsurfaceWaitsForItsParent() throws {
        client.show(client.makeBuffer(4, 2), on: surface)
        let child = client.makeSurface()
        _ = client.makeSubsurface(child, of: surface)
        let object = makeRepresentation(of: child)
        client.show(makeFilm(), on: child)
        client.commit(surface)
        set(.bt709, Self.full, of: object)
        client.commit(child)
        #expect(try difference(color(.bt601, isFullRange: false)) <= 1)
        client.commit(surface)
        #expect(try difference(color(.bt709, isFullRange: true)) <= 1)
    }

    /// Red, green and blue, and brightness and colours, have coefficients of their own.
    @Test(arguments: [true, false]) func coefficientsFitTheFormat(isFilm: Bool) {
        let object = makeRepresentation()
        set(isFilm ? .bt709 : .identity, Self.full, of: object)
        client.wire.send(object, 1, [.uint(0)])
        if isFilm { client.wire.send(object, 3, [.uint(2)]) }
        client.commit(surface)
        client.show(isFilm ? makeFilm() : client.makeBuffer(4, 2), on: surface)
        #expect(client.wire.error == nil)
        set(isFilm ? .identity : .bt709, Self.full, of: object)
        #expect(client.wire.error == nil, "not before the commit")
        client.commit(surface)
        #expect(client.wire.error?.object == object)
        #expect(client.wire.error?.code == ErrorCode.pixelFormat.rawValue)
    }

    @Test func coloursOfTheirOwnHaveNoPlaceBetweenPixels() {
        let object = makeRepresentation()
        client.wire.send(object, 3, [.uint(1)])
        client.show(client.makeBuffer(4, 2), on: surface)
        #expect(client.wire.error?.object == object)
        #expect(client.wire.error?.code == ErrorCode.pixelFormat.rawValue)
    }

    @Test(arguments: [
        (Coefficients.identity, limited), (.fcc, full), (.smpte240, limited), (.bt2020Cl, full), (.ictcp, full),
    ])
    func whatIsNotSupportedIsAnError(coefficients: Coefficients, range: UInt32) {
        let object = makeRepresentation()
        set(coefficients, range, of: object)
        #expect(client.wire.error?.object == object)
        #expect(client.wire.error?.code == ErrorCode.coefficients.rawValue)
    }

    /// The request, its arguments and the error.
    @Test(arguments: [
        (UInt16(1), [UInt32(1)], UInt32(1)), (1, [2], 1), (1, [99], 1), (2, [0, 1], 2), (2, [2, 0], 2), (2, [2, 3], 2),
        (2, [99, 1], 2), (3, [0], 3), (3, [7], 3),
    ])
    func whatIsNoValueIsAnError(request: UInt16, arguments: [UInt32], code: UInt32) {
        let object = makeRepresentation()
        client.wire.send(object, request, arguments.map { .uint($0) })
        client.wire.roundTrip()
        #expect(client.wire.error?.object == object)
        #expect(client.wire.error?.code == code)
    }

    @Test func aSurfaceHasOneRepresentation() {
        _ = makeRepresentation()
        _ = makeRepresentation()
        client.wire.roundTrip()
        #expect(client.wire.error?.object == manager)
        #expect(client.wire.error?.code == WpColorRepresentationManagerV1.ErrorCode.surfaceExists.rawValue)
    }

    @Test(arguments: [(UInt16(1), 1), (2, 2), (3, 1)])
    func withoutItsSurfaceItIsOfNoUse(request: UInt16, arguments: Int) {
        let (object, other) = (makeRepresentation(), makeRepresentation(of: client.makeSurface()))
        client.wire.send(surface, 0)
        client.wire.send(manager, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        client.wire.send(other, request, Array(repeating: .uint(request == 1 ? 0 : 2), count: arguments))
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        client.wire.send(object, request, Array(repeating: .uint(request == 1 ? 0 : 2), count: arguments))
        client.wire.roundTrip()
        #expect(client.wire.error?.object == object)
        #expect(client.wire.error?.code == ErrorCode.inert.rawValue)
    }

    @Test func destroyedAfterItsSurfaceItIsForgotten() {
        let object = makeRepresentation()
        client.wire.send(surface, 0)
        client.wire.send(object, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    /// A client that was told nothing of its format cannot have it wrong.
    @Test func aBufferThatCouldNotBeImportedIsNoError() throws {
        let object = makeRepresentation()
        set(.bt709, Self.limited, of: object)
        client.show(makeFilm(colorsFrom: 9), on: surface)
        #expect(server.content.scene.first?.source.hasPixels == false)
        #expect(client.wire.error == nil)
    }
}
