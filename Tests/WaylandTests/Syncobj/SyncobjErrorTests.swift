import Glibc
import Runtime
import Testing
import WaylandBinding

@testable import Wayland

/// The errors of misuse, and devices without timelines.
@Suite struct SyncobjErrorTests {
    private typealias ErrorCode = WpLinuxDrmSyncobjSurfaceV1.ErrorCode

    private let fixture: SyncobjFixture
    private var client: SurfaceClient { fixture.client }

    init() throws {
        fixture = try SyncobjFixture()
    }

    private func setPoints(acquire: UInt64? = nil, release: UInt64? = nil, sharing: Bool = false) {
        if let acquire { fixture.sync.setAcquire(fixture.object, fixture.acquireID, acquire) }
        let timeline = sharing ? fixture.acquireID : fixture.releaseID
        if let release { fixture.sync.setRelease(fixture.object, timeline, release) }
    }

    private func expect(_ code: ErrorCode) {
        #expect(client.wire.error?.object == fixture.object)
        #expect(client.wire.error?.code == code.rawValue)
        #expect(fixture.release.releases.isEmpty)
    }

    @Test func aBufferWithoutAnAcquirePoint() {
        setPoints(release: 1)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        expect(.noAcquirePoint)
    }

    @Test func aBufferWithoutAReleasePoint() {
        setPoints(acquire: 1)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        expect(.noReleasePoint)
    }

    @Test(arguments: [true, false])
    func pointsWithoutABuffer(detaches: Bool) {
        setPoints(acquire: 1, release: 1)
        if detaches { client.attach(0, to: fixture.surface) }
        client.commit(fixture.surface)
        expect(.noBuffer)
    }

    @Test(arguments: [(UInt64(2), UInt64(1)), (2, 2), (1 << 32, 1)])
    func aReleaseThatDoesNotComeAfterTheDrawing(acquire: UInt64, release: UInt64) {
        setPoints(acquire: acquire, release: release, sharing: true)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        expect(.conflictingPoints)
    }

    @Test func oneTimelineMayHaveBothPoints() {
        setPoints(acquire: 1, release: 2, sharing: true)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        #expect(client.wire.error == nil)
    }

    @Test func sharedMemory() {
        setPoints(acquire: 1, release: 1)
        client.show(client.makeBuffer(4, 1, 8), on: fixture.surface)
        expect(.unsupportedBuffer)
    }

    @Test func commitsOfOtherStateNeedNoPoints() {
        client.commit(fixture.surface)
        client.attach(0, to: fixture.surface)
        client.commit(fixture.surface)
        #expect(client.wire.error == nil)
    }

    @Test func theLastPointCounts() {
        setPoints(acquire: 1, release: 1)
        setPoints(acquire: 2, release: 2)
        client.show(fixture.sync.makeBuffer(8), on: fixture.surface)
        fixture.reach(2)
        #expect(fixture.server.pixels == [8])
        fixture.showNothing()
        #expect(fixture.release.releases == [2: 1])
    }

    @Test func aSecondObjectOfASurface() {
        _ = fixture.sync.synchronize(fixture.surface)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == fixture.sync.manager)
        #expect(client.wire.error?.code == WpLinuxDrmSyncobjManagerV1.ErrorCode.surfaceExists.rawValue)
    }

    @Test func anotherObjectAfterTheFirst() {
        client.wire.send(fixture.object, 0)
        let object = fixture.sync.synchronize(fixture.surface)
        fixture.reach(1)
        fixture.show(8, from: 1, to: 1, by: object)
        #expect(fixture.server.pixels == [8])
        #expect(client.wire.error == nil)
    }

    @Test(arguments: [UInt16(1), 2])
    func pointsOfASurfaceThatIsGone(request: UInt16) {
        fixture.server.show([])
        client.wire.send(fixture.surface, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        client.wire.send(fixture.object, request, [.uint(fixture.acquireID), .uint(0), .uint(1)])
        client.wire.roundTrip()
        expect(.noSurface)
    }

    @Test func aDescriptorThatIsNoTimeline() {
        let file = MemoryFiles.make([99])
        defer { close(file) }
        _ = client.wire.create(fixture.sync.manager, 2, [.descriptor(file)])
        client.wire.roundTrip()
        #expect(client.wire.error?.object == fixture.sync.manager)
        #expect(client.wire.error?.code == WpLinuxDrmSyncobjManagerV1.ErrorCode.invalidTimeline.rawValue)
    }

    @Test(arguments: ["/dev/null", "/nowhere"])
    func aDeviceWithoutTimelines(path: String) throws {
        let server = try TestServer()
        try server.content.takeTimelines(of: path)
        #expect(SurfaceClient(server).wire.globals["wp_linux_drm_syncobj_manager_v1"] == nil)
    }
}
