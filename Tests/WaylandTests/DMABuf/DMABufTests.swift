import Mirroring
import CWayland
import Geometry
import Glibc
import Logging
import Testing
import WaylandBinding

@testable import Wayland

/// Buffers made of dmabufs: what is offered, what is shown, and the errors of misuse.
@Suite struct DMABufTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let driver = MemoryFiles()
    private let global: LinuxDMABuf
    private let factory: UInt32

    private static let device: dev_t = 0xe280
    private static let xrgb: UInt32 = 0x3432_5258

    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(
            server.display, device: Self.device, driver: driver, logger: Logger(label: "test"))
        client = SurfaceClient(server)
        factory = client.wire.bind("zwp_linux_dmabuf_v1")
        client.wire.roundTrip()
    }

    private var wire: WireClient { client.wire }

    private func makeParams() -> UInt32 { wire.create(factory, 1) }

    private func add(
        _ params: UInt32, _ words: [UInt32], plane: UInt32 = 0, offset: UInt32 = 0, stride: UInt32 = 16,
        modifier: UInt64 = 0
    ) {
        let file = MemoryFiles.make(words)
        defer { close(file) }
        add(params, file: file, plane: plane, offset: offset, stride: stride, modifier: modifier)
    }

    private func add(
        _ params: UInt32, file: CInt, plane: UInt32 = 0, offset: UInt32 = 0, stride: UInt32 = 16, modifier: UInt64 = 0
    ) {
        wire.send(
            params, 1,
            [
                .descriptor(file), .uint(plane), .uint(offset), .uint(stride), .uint(UInt32(modifier >> 32)),
                .uint(UInt32(truncatingIfNeeded: modifier)),
            ])
    }

    /// A client that keeps more and more descriptors here loses its connection, and all of them are closed.
    @Test func aClientHasSoManyDescriptorsAtMost() {
        let file = MemoryFiles.make([7])
        defer { close(file) }
        var count = 0
        while wire.error == nil, count < 5000 {
            add(makeParams(), file: file)
            wire.roundTrip()
            count += 1
        }
        #expect((64...4097).contains(count))
        #expect(wire.error?.message.contains("descriptors are open for the client") == true)
        let next = SurfaceClient(server)
        #expect(next.wire.error == nil && next.wire.globals["wl_compositor"] != nil)
    }

    /// What is given back does not count.
    @Test func descriptorsThatAreClosedDoNotCount() {
        let file = MemoryFiles.make([7])
        defer { close(file) }
        for _ in 0..<5000 {
            let params = makeParams()
            add(params, file: file)
            wire.send(params, 0)
            wire.roundTrip()
        }
        #expect(wire.error == nil)
    }

    private func create(
        _ params: UInt32, _ width: Int32 = 4, _ height: Int32 = 2, format: UInt32 = xrgb, flags: UInt32 = 0
    ) {
        wire.send(params, 2, [.int(width), .int(height), .uint(format), .uint(flags)])
        wire.roundTrip()
    }

    private func createNow(
        _ params: UInt32, _ width: Int32 = 4, _ height: Int32 = 2, format: UInt32 = xrgb, flags: UInt32 = 0
    ) -> UInt32 {
        let id = wire.newID()
        wire.send(params, 3, [.uint(id), .int(width), .int(height), .uint(format), .uint(flags)])
        wire.roundTrip()
        return id
    }

    private func expectError(_ params: UInt32, _ code: ZwpLinuxBufferParamsV1.ErrorCode) {
        #expect(wire.error?.object == params)
        #expect(wire.error?.code == code.rawValue)
    }

    // MARK: What is shown

    @Test func aCreatedBufferIsShownAndReleasedBySuccession() throws {
        let params = makeParams()
        add(params, [1, 2, 3, 4, 5, 6, 7, 8])
        create(params)
        let buffer = try #require(wire.events(of: params, 0).first?.words.first)
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 4, height: 2)])
        #expect(server.middleRow == [5, 6, 7, 8])
        #expect(driver.reads > 0)
        #expect(driver.readers == 0)
        #expect(wire.events(of: buffer, 0).isEmpty)
        client.show(client.makeBuffer(4, 2), on: surface)
        #expect(wire.events(of: buffer, 0).count == 1)
    }

    @Test func rowsMayBeginLateAndLieApart() {
        let params = makeParams()
        add(params, [9, 1, 2, 9, 3, 4, 9], offset: 4, stride: 12)
        let (surface, buffer) = (client.makeSurface(), createNow(params, 2, 1))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.middleRow == [1, 2])
    }

    @Test(
        arguments: [
            (Int32(0), Transform.flipped180), (1, .flipped90), (2, .flipped), (3, .flipped270), (4, .rotated180),
        ])
    func anInvertedBufferIsTurnedUpright(transform: Int32, expected: Transform) throws {
        let params = makeParams()
        add(params, [1, 2, 3, 4, 5, 6, 7, 8])
        let (surface, buffer) = (client.makeSurface(), createNow(params, flags: 1))
        wire.send(surface, 7, [.int(transform)])
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let turned = try #require(Transform(rawValue: transform)).followed(by: .flipped180)
        #expect(server.content.scene.first?.transform == turned)
        #expect(turned == expected)
    }

    @Test func damageOfAnInvertedBufferIsTakenAtBothEnds() {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 4 * 10))
        let (surface, buffer) = (client.makeSurface(), createNow(params, 4, 10, flags: 1))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        _ = server.observer.takeDamage()
        wire.send(surface, 9, [.int(0), .int(1), .int(4), .int(2)])
        client.commit(surface)
        let rects = [Rect<ContentSpace>(x: 0, y: 1, width: 4, height: 2), Rect(x: 0, y: 7, width: 4, height: 2)]
        #expect(server.observer.takeDamage() == Region(rects[0]).union(Region(rects[1])))
    }

    @Test func aBufferThatCanNoLongerBeReadIsLeftOut() {
        let params = makeParams()
        add(params, [1, 2, 3, 4, 5, 6, 7, 8])
        let (surface, buffer) = (client.makeSurface(), createNow(params))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        driver.isGone = true
        #expect(server.content.scene.first?.source.withPixels { _ in } == false)
        wire.send(buffer, 0)
        wire.roundTrip()
        #expect(wire.error == nil)
    }

    // MARK: What is refused

    @Test func aFileThatIsNoDMABufFails() throws {
        let server = try TestServer()
        let global = try LinuxDMABuf(
            server.display, device: Self.device, driver: KernelDMABufs(loop: server.display.loop),
            logger: Logger(label: "test"))
        let client = SurfaceClient(server)
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let params = client.wire.create(factory, 1)
        let file = MemoryFiles.make(Array(repeating: 0, count: 8))
        defer { close(file) }
        let plane: [WireArgument] = [.descriptor(file), .uint(0), .uint(0), .uint(16), .uint(0), .uint(0)]
        client.wire.send(params, 1, plane)
        client.wire.send(params, 2, [.int(4), .int(2), .uint(Self.xrgb), .uint(0)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: params, 1).count == 1)
        #expect(client.wire.error == nil)

        let immediate = client.wire.create(factory, 1)
        client.wire.send(immediate, 1, plane)
        let buffer = client.wire.newID()
        client.wire.send(immediate, 3, [.uint(buffer), .int(4), .int(2), .uint(Self.xrgb), .uint(0)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: immediate, 1).count == 1)
        // The client lives, and shows nothing.
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.content.scene.allSatisfy { !$0.source.hasPixels })
        #expect(client.wire.error == nil)
        withExtendedLifetime(global) {}
    }

    @Test(arguments: [UInt32(2), 4, 8, 0xffff_fffe])
    func flagsThatMeanNothingHereFail(flags: UInt32) {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8))
        create(params, flags: flags)
        #expect(wire.events(of: params, 1).count == 1)
        #expect(wire.error == nil)
    }

    @Test func rowsThatBeginAmidAPixelFail() {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 20), stride: 18)
        create(params)
        #expect(wire.events(of: params, 1).count == 1)
    }

    @Test func aPipeFails() {
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        defer { ends.forEach { _ = close($0) } }
        let params = makeParams()
        add(params, file: ends[0])
        create(params)
        #expect(wire.events(of: params, 1).count == 1)
    }

    /// Drivers without modifiers have no other: their clients are not to blame.
    @Test func aBufferWithoutAModifierFails() {
        let old = wire.create(wire.bind("zwp_linux_dmabuf_v1", version: 3), 1)
        for params in [old, makeParams()] {
            add(params, Array(repeating: 0, count: 8), modifier: 0x00ff_ffff_ffff_ffff)
            create(params)
            #expect(wire.events(of: params, 1).count == 1)
        }
        #expect(wire.error == nil)
    }

    @Test func anotherModifierIsAnErrorSinceVersionFour() {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8), modifier: 0x0100_0000_0000_0001)
        wire.roundTrip()
        expectError(params, .invalidFormat)
    }

    // MARK: Errors

    @Test func aPlaneTooMany() {
        let params = makeParams()
        add(params, [0], plane: 4)
        wire.roundTrip()
        expectError(params, .planeIdx)
    }

    @Test func aPlaneTwice() {
        let params = makeParams()
        add(params, [0])
        add(params, [0])
        wire.roundTrip()
        expectError(params, .planeSet)
    }

    @Test(arguments: [[], [1], [0, 1], [0, 3]] as [[UInt32]])
    func planesThatTheFormatDoesNotHave(planes: [UInt32]) {
        let params = makeParams()
        for plane in planes { add(params, Array(repeating: 0, count: 8), plane: plane) }
        create(params)
        expectError(params, .incomplete)
    }

    @Test(arguments: [0, 1, 0x3231_564e, UInt32.max])
    func aFormatThatIsNotOffered(format: UInt32) {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8))
        _ = createNow(params, format: format)
        expectError(params, .invalidFormat)
    }

    @Test(arguments: [(0, 2), (4, 0), (-4, 2), (4, .min), (.min, .min)] as [(Int32, Int32)])
    func noSize(width: Int32, height: Int32) {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8))
        create(params, width, height)
        expectError(params, .invalidDimensions)
    }

    @Test(
        arguments: [
            (4, 3, 0, 16), (4, 2, 4, 16), (4, 2, .max, 16), (4, 2, 0, .max), (4, 2, 0, 12), (4, 2, 0, 0),
            (.max, .max, .max, .max), (4, .max, 0, .max), (.max, 1, 0, 16),
        ] as [(Int32, Int32, UInt32, UInt32)])
    func rowsBeyondTheBuffer(width: Int32, height: Int32, offset: UInt32, stride: UInt32) {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8), offset: offset, stride: stride)
        create(params, width, height)
        expectError(params, .outOfBounds)
    }

    @Test(arguments: [UInt16(1), 2, 3])
    func parametersServeOnce(opcode: UInt16) {
        let params = makeParams()
        add(params, Array(repeating: 0, count: 8))
        create(params)
        switch opcode {
        case 1: add(params, [0])
        case 2: create(params)
        default: _ = createNow(params)
        }
        wire.roundTrip()
        expectError(params, .alreadyUsed)
    }
}
