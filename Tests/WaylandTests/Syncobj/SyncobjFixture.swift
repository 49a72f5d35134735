import Logging

@testable import Wayland

/// A surface that shows 7, and whose client has two timelines.
struct SyncobjFixture {
    let server: TestServer
    let client: SurfaceClient
    let sync: SyncobjClient
    let driver = MemoryFiles()
    let acquire: FakeTimeline
    let release: FakeTimeline
    let surface: UInt32
    /// The client's objects.
    let object: UInt32
    let acquireID: UInt32
    let releaseID: UInt32
    private let globals: [AnyObject]

    init() throws {
        let syncobjs = FakeSyncobjs()
        server = try TestServer()
        globals = [
            try LinuxDMABuf(server.display, device: 1, driver: driver, logger: Logger(label: "test")),
            try SyncobjManager.announce(server.display, syncobjs),
        ]
        client = SurfaceClient(server)
        sync = SyncobjClient(client)
        (acquire, release) = (syncobjs.makeTimeline(), syncobjs.makeTimeline())
        surface = client.makeSurface()
        client.show(client.makeBuffer(4, 1, 7), on: surface)
        server.show([(client.surface(surface), 0, 0)])
        object = sync.synchronize(surface)
        (acquireID, releaseID) = (sync.importTimeline(acquire), sync.importTimeline(release))
        // Requests with a descriptor are read one in each turn of the loop.
        client.wire.roundTrip()
    }

    /// Shows a new buffer between two points.
    @discardableResult
    func show(
        _ pixel: UInt32, from acquire: UInt64, to release: UInt64, on surface: UInt32? = nil, by object: UInt32? = nil
    ) -> UInt32 {
        let buffer = sync.makeBuffer(pixel)
        show(buffer: buffer, from: acquire, to: release, on: surface, by: object)
        return buffer
    }

    func show(
        buffer: UInt32, from acquire: UInt64, to release: UInt64, on surface: UInt32? = nil, by object: UInt32? = nil
    ) {
        sync.setAcquire(object ?? self.object, acquireID, acquire)
        sync.setRelease(object ?? self.object, releaseID, release)
        client.show(buffer, on: surface ?? self.surface)
    }

    func showNothing() {
        client.attach(0, to: surface)
        client.commit(surface)
    }

    /// A device of the client's gets to a point.
    func reach(_ point: UInt64) {
        acquire.reach(point)
        server.pump()
    }
}
