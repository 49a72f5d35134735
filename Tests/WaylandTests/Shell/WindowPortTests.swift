import Geometry
import Mirroring
import Testing

@testable import Wayland

/// One window by itself.
@Suite struct WindowPortTests {
    private let server: TestServer
    private let client: ShellClient
    private let observer = RecordingWindowObserver()

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        server.content.windowObserver = observer
    }

    private func window(_ appID: String, pixel: UInt32 = 0xff10_2030) -> ShellClient.Window {
        let window = client.window(pixel: pixel)
        client.wire.send(window.role, 3, [.string(appID)])
        client.wire.roundTrip()
        return window
    }

    @Test func windowsAreKnownByTheirApplicationID() {
        _ = window("one")
        let changes = observer.changes
        let two = window("two")
        #expect(server.content.windowIDs == ["one", "two"])
        #expect(observer.changes > changes)
        client.wire.send(two.role, 0)
        client.wire.roundTrip()
        #expect(server.content.windowIDs == ["one"])
    }

    @Test func aWatchedWindowIsSeenThoughAnotherHidesIt() throws {
        let below = window("below", pixel: 0xffaa_0000)
        _ = window("above")
        server.content.watchWindow("below")
        let picture = try #require(server.content.watchedWindow)
        #expect(picture.size == Size(width: 640, height: 480))
        #expect(picture.elements.map(\.destination) == [Rect(x: 0, y: 0, width: 640, height: 480)])
        server.pump()
        _ = observer.takeDamage()
        client.wire.send(below.surface, 9, [.int(10), .int(20), .int(5), .int(6)])
        client.surfaces.commit(below.surface)
        #expect(observer.takeDamage() == Region(Rect(x: 10, y: 20, width: 5, height: 6)))
    }

    @Test func aWatchedWindowBehindAFullscreenOneHasItsFrames() {
        let below = window("below")
        let above = window("above")
        client.wire.send(above.role, 11, [.uint(0)])
        client.wire.roundTrip()
        client.acknowledge(above)
        client.show(above, width: 640, height: 480)
        #expect(server.frames.count == 1, "only the fullscreen window is shown")
        let callback = client.wire.create(below.surface, 3)
        client.surfaces.commit(below.surface)
        server.present()
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).isEmpty)
        server.content.watchWindow("below")
        server.present()
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1)
    }

    @Test func aWatchedWindowCanBeAskedForAnotherSizeAndGetsItsOwnBack() throws {
        let window = window("one")
        server.content.watchWindow("one")
        server.content.askWatchedWindow(for: Size(width: 320, height: 200))
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.width == 320)
        #expect(client.lastConfigure(window)?.height == 200)
        #expect(server.content.watchedWindow?.isSettled == false)
        client.acknowledge(window)
        client.show(window, width: 320, height: 200)
        let picture = try #require(server.content.watchedWindow)
        #expect(picture.isSettled && picture.size == Size(width: 320, height: 200))
        server.content.watchWindow(nil)
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.width == 640)
    }

    @Test func theNewestOfSeveralIsMeantAndAnotherFollowsIt() throws {
        _ = window("same", pixel: 1)
        let newest = window("same", pixel: 2)
        server.content.watchWindow("same")
        #expect(server.content.watchedWindow?.elements.count == 1)
        client.wire.send(newest.role, 0)
        client.wire.roundTrip()
        #expect(server.content.watchedWindow != nil)
        #expect(server.content.windowIDs == ["same"])
    }

    @Test func aWindowThatIsGoneHasNoPicture() {
        let window = window("one")
        server.content.watchWindow("one")
        client.wire.send(window.role, 0)
        client.wire.roundTrip()
        #expect(server.content.watchedWindow == nil)
        server.content.askWatchedWindow(for: Size(width: 10, height: 10))
        server.content.raiseWindow("one")
    }

    @Test func raisingBringsAWindowToTheFront() {
        let below = window("below")
        _ = window("above")
        server.content.raiseWindow("below")
        client.wire.roundTrip()
        #expect(client.lastConfigure(below)?.states.contains(4) == true)
        #expect(server.content.description?.appID == "below")
    }
}

private final class RecordingWindowObserver: WindowObserver {
    private(set) var changes = 0
    private var damage = Region<ContentSpace>()

    func windowsChanged() { changes += 1 }

    func watchedWindowDamaged(_ damage: Region<ContentSpace>) { self.damage.formUnion(damage) }

    func takeDamage() -> Region<ContentSpace> {
        defer { damage = Region() }
        return damage
    }
}
