import Geometry
import Glibc
import Logging
import Mirroring
import Testing

@testable import Wayland

/// Readers that know nothing of Wayland hold clients' buffers beyond the commit that showed them.
@Suite struct BufferHoldTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let driver = MemoryFiles()
    private let global: LinuxDMABuf
    private let factory: UInt32
    private let surface: UInt32

    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(server.display, device: 1, driver: driver, logger: Logger(label: "test"))
        client = SurfaceClient(server)
        factory = client.wire.bind("zwp_linux_dmabuf_v1")
        surface = client.makeSurface()
        server.show([(client.surface(surface), 0, 0)])
    }

    /// How a client makes a buffer of four pixels, all 7.
    enum Kind: CaseIterable {
        case shared
        case dmabuf
    }

    private func makeBuffer(_ kind: Kind) -> UInt32 {
        switch kind {
        case .shared: client.makeBuffer(4, 1, 7)
        // The row comes after a pixel of something else.
        case .dmabuf: client.makeDMABuf(of: [0, 7, 7, 7, 7], offset: 4, factory)
        }
    }

    private func releases(_ buffer: UInt32) -> Int {
        client.wire.roundTrip()
        return client.wire.events(of: buffer, 0).count
    }

    /// What a reader sees of the scene.
    private func shownBuffer() throws -> any Buffer { try #require(server.content.scene.first).source }

    private func showNothing() {
        client.attach(0, to: surface)
        client.commit(surface)
    }

    private func firstPixel(_ buffer: any Buffer) -> UInt32? {
        var pixel: UInt32?
        _ = buffer.withPixels { pixel = $0.load(as: UInt32.self) }
        return pixel
    }

    @Test(arguments: Kind.allCases)
    func theLastHolderGivesTheBufferBack(kind: Kind) throws {
        let buffer = makeBuffer(kind)
        client.show(buffer, on: surface)
        var display: BufferHold? = BufferHold(try shownBuffer())
        var renderer: BufferHold? = display.map { BufferHold($0.buffer) }
        client.show(client.makeBuffer(4, 1), on: surface)
        #expect(releases(buffer) == 0)
        display = nil
        #expect(releases(buffer) == 0)
        #expect(renderer.map { firstPixel($0.buffer) } == 7)
        renderer = nil
        #expect(display == nil && releases(buffer) == 1)
    }

    @Test func theSurfaceMayBeTheLastHolder() throws {
        let buffer = makeBuffer(.dmabuf)
        client.show(buffer, on: surface)
        do {
            let hold = BufferHold(try shownBuffer())
            #expect(hold.buffer.size == Size(width: 4, height: 1))
        }
        #expect(releases(buffer) == 0)
        showNothing()
        #expect(releases(buffer) == 1)
    }

    @Test func aBufferShownAgainWhileHeldIsReleasedOnce() throws {
        let buffer = makeBuffer(.dmabuf)
        client.show(buffer, on: surface)
        var hold: BufferHold? = BufferHold(try shownBuffer())
        showNothing()
        client.show(buffer, on: surface)
        #expect(try shownBuffer() === hold?.buffer)
        hold = nil
        #expect(hold == nil && releases(buffer) == 0)
        showNothing()
        #expect(releases(buffer) == 1)
    }

    @Test func aSceneKeptWithoutAHoldHoldsNothing() throws {
        let buffer = makeBuffer(.shared)
        client.show(buffer, on: surface)
        let scene = server.content.scene
        showNothing()
        #expect(releases(buffer) == 1)
        #expect(scene.count == 1)
    }

    @Test(arguments: Kind.allCases)
    func aDestroyedBufferKeepsItsPixelsForItsHolders(kind: Kind) throws {
        let buffer = makeBuffer(kind)
        client.show(buffer, on: surface)
        var hold: BufferHold? = BufferHold(try shownBuffer())
        let dmabuf = hold?.buffer.dmabuf
        client.wire.send(buffer, 0)
        client.wire.roundTrip()
        #expect(hold.map { firstPixel($0.buffer) } == 7)
        #expect(hold?.buffer.dmabuf == dmabuf)
        showNothing()
        #expect(hold.map { firstPixel($0.buffer) } == 7)
        hold = nil
        // Nothing is left to release.
        #expect(hold == nil && releases(buffer) == 0)
        #expect(client.wire.error == nil)
    }

    @Test func aDMABufOutlivesItsClientForItsHolders() throws {
        client.show(makeBuffer(.dmabuf), on: surface)
        var hold: BufferHold? = BufferHold(try shownBuffer())
        let descriptor = try #require(hold?.buffer.dmabuf?.planes.first?.descriptor)
        client.wire.hangUp()
        #expect(server.content.scene.isEmpty)
        #expect(hold.map { firstPixel($0.buffer) } == 7)
        let file = inode(descriptor)
        #expect(file != nil)
        hold = nil
        // Another test may have got the number meanwhile.
        #expect(hold == nil && inode(descriptor) != file)
    }

    /// What identifies an open file; nil for a number that is none.
    private func inode(_ descriptor: CInt) -> UInt64? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    @Test func sharedMemoryGoesWithItsClient() throws {
        client.show(makeBuffer(.shared), on: surface)
        let hold = BufferHold(try shownBuffer())
        client.wire.hangUp()
        #expect(!hold.buffer.hasPixels)
        #expect(firstPixel(hold.buffer) == nil)
        #expect(hold.buffer.size == Size(width: 4, height: 1))
    }

    @Test func devicesGetTheLayoutAndThePlanes() throws {
        client.show(makeBuffer(.dmabuf), on: surface)
        let dmabuf = try #require(try shownBuffer().dmabuf)
        #expect(dmabuf.layout == PixelLayout(format: 0x3432_5258, modifier: 0))
        #expect(dmabuf.planes.map(\.offset) == [4])
        #expect(dmabuf.planes.map(\.stride) == [16])
        client.show(makeBuffer(.shared), on: surface)
        #expect(try shownBuffer().dmabuf == nil)
        #expect(try shownBuffer().modifier == PixelLayout.linear)
    }
}
