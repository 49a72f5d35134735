import Mirroring
import Testing

@testable import Wayland

/// Buffers that are used between two points of timelines.
@Suite struct SyncobjTests {
    private let fixture: SyncobjFixture
    private var server: TestServer { fixture.server }
    private var client: SurfaceClient { fixture.client }
    private var releases: [UInt64: Int] { fixture.release.releases }

    init() throws {
        fixture = try SyncobjFixture()
    }

    // MARK: Acquire points

    @Test func theLastPictureStaysUntilThePointIsSignalled() {
        fixture.show(8, from: 1 << 40, to: 1)
        #expect(server.pixels == [7])
        fixture.reach(1)
        #expect(server.pixels == [7])
        fixture.reach(1 << 40)
        #expect(server.pixels == [8])
        #expect(fixture.acquire.waiters == 0)
        #expect(client.wire.error == nil)
    }

    @Test func commitsWaitInBoundedNumber() {
        fixture.show(8, from: 1 << 40, to: 1)
        for _ in 0..<1023 { client.commit(fixture.surface) }
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        client.commit(fixture.surface)
        client.wire.roundTrip()
        #expect(client.wire.error?.message.contains("more than 1024 commits wait for their buffers") == true)
    }

    @Test func aPointThatWasSignalledBeforeIsNotWaitedFor() {
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1)
        #expect(server.pixels == [8])
        #expect(fixture.acquire.waiters == 0)
    }

    @Test func whatIsStillDrawnInTheMemoryIsNotWaitedFor() {
        fixture.driver.beginDrawing()
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1)
        #expect(server.pixels == [8])
    }

    @Test func commitsKeepTheirOrder() {
        fixture.reach(2)
        fixture.show(8, from: 1, to: 1)
        fixture.show(9, from: 2, to: 2)
        #expect(server.pixels == [7])
        #expect(releases.isEmpty)
        fixture.reach(1)
        #expect(server.pixels == [9])
        #expect(releases == [1: 1])
    }

    /// The kernel keeps each event until its point is signalled.
    @Test func commitsBehindAStalledOneMakeNoFurtherEvents() {
        for point in 1...20 { fixture.show(8, from: UInt64(point), to: UInt64(point)) }
        #expect(fixture.acquire.waiters == 1)
    }

    @Test func aStalledClientHoldsUpNobodyElse() {
        fixture.show(8, from: 1, to: 1)
        let other = SurfaceClient(server)
        let surface = other.makeSurface()
        server.show([(client.surface(fixture.surface), 0, 0), (other.surface(surface), 0, 0)])
        other.show(other.makeBuffer(4, 1, 5), on: surface)
        #expect(server.pixels == [7, 5])
    }

    @Test func aParentWaitsForItsSynchronizedChild() {
        let child = client.makeSurface()
        _ = client.makeSubsurface(child, of: fixture.surface)
        let object = fixture.sync.synchronize(child)
        fixture.show(8, from: 2, to: 2, on: child, by: object)
        fixture.reach(1)
        fixture.show(9, from: 1, to: 1)
        #expect(server.pixels == [7])
        fixture.reach(2)
        #expect(server.pixels == [9, 8])
        #expect(releases.isEmpty)
    }

    // MARK: Release points

    @Test func theNextBufferReleasesTheOneBefore() throws {
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1)
        server.present()
        client.commit(fixture.surface)
        #expect(releases.isEmpty)
        let shown = try #require(server.content.scene.first?.source.dmabuf)
        fixture.show(9, from: 1, to: 2)
        #expect(releases == [1: 1])
        #expect(fixture.release.lastBuffer == shown)
        fixture.showNothing()
        #expect(releases == [1: 1, 2: 1])
    }

    @Test func aReaderDelaysTheRelease() throws {
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1)
        var hold: BufferHold? = BufferHold(try #require(server.content.scene.first).source)
        fixture.show(9, from: 1, to: 2)
        #expect(releases.isEmpty)
        hold = nil
        #expect(hold == nil && releases == [1: 1])
    }

    @Test func eachCommitOfABufferIsReleasedByItself() throws {
        fixture.reach(1)
        let buffer = fixture.show(8, from: 1, to: 1)
        var first: BufferHold? = BufferHold(try #require(server.content.scene.first).source)
        fixture.show(buffer: buffer, from: 1, to: 2)
        var second: BufferHold? = BufferHold(try #require(server.content.scene.first).source)
        #expect(releases.isEmpty)
        first = nil
        #expect(first == nil && releases == [1: 1])
        fixture.showNothing()
        #expect(releases == [1: 1])
        second = nil
        #expect(second == nil && releases == [1: 1, 2: 1])
        #expect(client.wire.events(of: buffer, 0).isEmpty)
        client.wire.roundTrip()
        #expect(client.wire.events(of: buffer, 0).count == 1)
    }

    /// A reader does not say which of the surfaces it reads the buffer for.
    @Test func aReaderDelaysAllSurfacesOfABuffer() throws {
        let other = client.makeSurface()
        let object = fixture.sync.synchronize(other)
        fixture.reach(1)
        let buffer = fixture.show(8, from: 1, to: 1)
        fixture.show(buffer: buffer, from: 1, to: 2, on: other, by: object)
        var hold: BufferHold? = BufferHold(try #require(server.content.scene.first).source)
        fixture.showNothing()
        client.attach(0, to: other)
        client.commit(other)
        #expect(releases.isEmpty)
        hold = nil
        #expect(hold == nil && releases == [1: 1, 2: 1])
    }

    @Test func pointsOutliveTheClientsObjects() {
        fixture.show(8, from: 1, to: 1)
        for object in [fixture.acquireID, fixture.releaseID, fixture.object] { client.wire.send(object, 0) }
        client.wire.roundTrip()
        fixture.reach(1)
        #expect(server.pixels == [8])
        client.show(client.makeBuffer(4, 1, 9), on: fixture.surface)
        #expect(releases == [1: 1])
        #expect(client.wire.error == nil)
    }

    @Test func aCommitThatIsReplacedUnseenIsReleased() {
        let child = client.makeSurface()
        _ = client.makeSubsurface(child, of: fixture.surface)
        let object = fixture.sync.synchronize(child)
        fixture.show(8, from: 1, to: 1, on: child, by: object)
        fixture.show(9, from: 2, to: 2, on: child, by: object)
        #expect(releases == [1: 1])
        fixture.reach(2)
        client.commit(fixture.surface)
        #expect(server.pixels == [7, 9])
        #expect(releases == [1: 1])
    }

    @Test func aCommitOfAChildThatIsNoneAnyMoreIsReleased() {
        let child = client.makeSurface()
        let subsurface = client.makeSubsurface(child, of: fixture.surface)
        fixture.show(8, from: 1, to: 1, on: child, by: fixture.sync.synchronize(child))
        client.wire.send(subsurface, 0)
        client.wire.roundTrip()
        #expect(releases == [1: 1])
    }

    @Test(arguments: [true, false])
    func whatIsGoneIsReleasedAndNotWaitedFor(hangsUp: Bool) {
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1)
        fixture.show(9, from: 2, to: 2)
        fixture.show(10, from: 3, to: 3)
        #expect(fixture.acquire.waiters == 1)
        server.show([])
        if hangsUp {
            client.wire.hangUp()
        } else {
            client.wire.send(fixture.surface, 0)
            client.wire.roundTrip()
        }
        #expect(fixture.acquire.waiters == 0)
        #expect(releases == [1: 1, 2: 1, 3: 1])
        fixture.reach(2)
    }

    @Test func aBufferThatIsDestroyedBeforeItsCommitIsReleased() {
        let buffer = fixture.sync.makeBuffer(8)
        fixture.sync.setAcquire(fixture.object, fixture.acquireID, 1)
        fixture.sync.setRelease(fixture.object, fixture.releaseID, 1)
        client.attach(buffer, to: fixture.surface)
        client.wire.send(buffer, 0)
        client.commit(fixture.surface)
        #expect(releases == [1: 1])
        #expect(client.wire.error == nil)
    }

    @Test func pointsOfADestroyedObjectAreForgotten() {
        fixture.sync.setAcquire(fixture.object, fixture.acquireID, 1)
        fixture.sync.setRelease(fixture.object, fixture.releaseID, 1)
        client.wire.send(fixture.object, 0)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        #expect(server.pixels == [8])
        fixture.showNothing()
        #expect(releases.isEmpty)
        #expect(client.wire.error == nil)
    }
}
