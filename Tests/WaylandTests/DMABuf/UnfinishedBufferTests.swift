import Geometry
import Glibc
import Logging
import Testing

@testable import Wayland

/// Buffers that a graphics card still draws into when they are committed.
@Suite struct UnfinishedBufferTests {
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
        client.show(client.makeBuffer(4, 1, 7), on: surface)
        server.show([(client.surface(surface), 0, 0)])
    }

    /// A dmabuf of one row.
    private func makeBuffer(_ pixel: UInt32) -> UInt32 {
        client.makeDMABuf(of: Array(repeating: pixel, count: 4), factory)
    }

    @Test func theLastWholePictureStaysUntilTheNextIsDrawn() {
        driver.beginDrawing()
        client.show(makeBuffer(8), on: surface)
        #expect(server.pixels == [7])
        driver.endDrawing()
        #expect(server.pixels == [8])
    }

    @Test func commitsKeepTheirOrder() {
        driver.beginDrawing()
        client.show(makeBuffer(8), on: surface)
        let callback = client.wire.create(surface, 3)
        client.show(client.makeBuffer(4, 1, 9), on: surface)
        server.present()
        client.wire.roundTrip()
        #expect(server.pixels == [7])
        #expect(client.wire.events(of: callback, 0).isEmpty)
        driver.endDrawing()
        #expect(server.pixels == [9])
        server.present()
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1)
    }

    @Test func aHeldBackBufferIsReleasedOnceSuperseded() {
        driver.beginDrawing()
        let buffer = makeBuffer(8)
        client.show(buffer, on: surface)
        client.attach(0, to: surface)
        client.commit(surface)
        #expect(client.wire.events(of: buffer, 0).isEmpty)
        driver.endDrawing()
        client.wire.roundTrip()
        #expect(client.wire.events(of: buffer, 0).count == 1)
        #expect(server.pixels.isEmpty)
    }

    @Test func aParentWaitsForItsSynchronizedChild() {
        let child = client.makeSurface()
        let subsurface = client.makeSubsurface(child, of: surface)
        client.wire.send(subsurface, 1, [.int(0), .int(0)])
        driver.beginDrawing()
        client.show(makeBuffer(8), on: child)
        client.show(client.makeBuffer(4, 1, 9), on: surface)
        #expect(server.pixels == [7])
        driver.endDrawing()
        #expect(server.pixels == [9, 8])
    }

    @Test func nobodyWaitsForASurfaceThatIsGone() {
        driver.beginDrawing()
        client.show(makeBuffer(8), on: surface)
        #expect(driver.waiters == 1)
        server.show([])
        client.wire.send(surface, 0)
        client.wire.roundTrip()
        #expect(driver.waiters == 0)
        driver.endDrawing()
        #expect(client.wire.error == nil)
    }

    /// For how long pictures wait is what says whether the card is busy: two commits count from the first, and one that is drawn
    /// already does not count.
    @Test func theWaitIsCounted() {
        client.show(makeBuffer(6), on: surface)
        #expect(server.content.deviceWait == 0)
        let begun = server.now
        driver.beginDrawing()
        client.show(makeBuffer(8), on: surface)
        let committed = server.now
        client.show(makeBuffer(9), on: surface)
        #expect(server.content.deviceWait == 0)
        #expect(server.pump { server.now > committed + 3000 })
        driver.endDrawing()
        #expect(server.content.deviceWait >= 3000)
        #expect(server.content.deviceWait <= server.now - begun)
        let total = server.content.deviceWait
        client.show(makeBuffer(10), on: surface)
        #expect(server.content.deviceWait == total)
    }
}
