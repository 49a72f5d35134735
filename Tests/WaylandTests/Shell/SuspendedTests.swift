import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct SuspendedTests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
    }

    /// Whether the window's client was told that nobody sees it.
    private func isSuspended(_ window: ShellClient.Window) -> Bool {
        client.wire.roundTrip()
        return client.lastConfigure(window)?.states.contains(9) ?? false
    }

    private func see(_ isSeen: Bool) {
        server.observer.isContentSeen = isSeen
        server.content.seenChanged()
        server.pump()
    }

    @Test func aWindowBehindAnotherIsSuspendedUntilItIsSeen() {
        let back = client.window()
        #expect(!isSuspended(back))
        let front = client.window()
        #expect(isSuspended(back) && !isSuspended(front))
        client.wire.send(front.role, 0)
        #expect(!isSuspended(back))
    }

    @Test func aWindowBehindAFullscreenOneIsSuspended() {
        let back = client.window()
        let front = client.makeToplevel()
        client.wire.send(front.role, 11, [.uint(0)])
        // Smaller than the screen: the rest of it is black.
        client.map(front, width: 100, height: 80)
        #expect(isSuspended(back) && !isSuspended(front))
        client.wire.send(front.role, 12)
        #expect(!isSuspended(back))
    }

    @Test func aWindowIsSeenBesideADialogAndThroughItsMenu() {
        let main = client.window()
        let dialog = client.makeToplevel(parent: main)
        client.map(dialog, width: 200, height: 100)
        #expect(!isSuspended(main) && !isSuspended(dialog))
        client.map(client.makePopup(of: dialog, width: 640, height: 480), width: 640, height: 480)
        #expect(!isSuspended(dialog), "its menu is seen")
    }

    @Test func aMinimizedWindowIsSuspended() {
        let window = client.window()
        server.content.attachments[Desktop.self]?.mappedToplevels.first.map {
            server.content.attachments[Desktop.self]?.minimize($0)
        }
        #expect(isSuspended(window))
        server.content.switchToWindow(server.content.switchableWindows[0].number)
        #expect(!isSuspended(window))
    }

    @Test func allAreSuspendedWhileNoDisplayShowsThem() {
        let window = client.window()
        see(false)
        #expect(isSuspended(window))
        see(true)
        #expect(!isSuspended(window))
        see(false)
        let another = client.makeToplevel()
        client.surfaces.commit(another.surface)
        #expect(!isSuspended(another), "it has yet to draw its first picture")
        client.acknowledge(another)
        client.show(another, width: 640, height: 480)
        #expect(isSuspended(another))
    }

    @Test func aWindowInPictureInPictureIsSeen() {
        let window = client.window()
        client.wire.send(window.role, 3, [.string("film")])
        _ = client.window()
        #expect(isSuspended(window))
        server.content.watchWindow("film")
        #expect(!isSuspended(window))
        server.content.watchWindow(nil)
        #expect(isSuspended(window))
    }

    @Test func aClientThatDoesNotKnowTheStateIsToldNothing() {
        let wire = client.wire
        let old = wire.bind("xdg_wm_base", version: 5)
        let surface = client.surfaces.makeSurface()
        let shell = wire.create(old, 2, [.uint(surface)])
        let window = ShellClient.Window(surface: surface, shell: shell, role: wire.create(shell, 1))
        client.map(window, width: 640, height: 480)
        wire.roundTrip()
        let count = wire.events(of: window.role, 0).count
        see(false)
        #expect(!isSuspended(window) && wire.events(of: window.role, 0).count == count)
    }

    @Test func aNewLayoutDoesNotWaitForSuspendedWindows() {
        let back = client.window()
        let front = client.window()
        var screen = TestServer.screen
        screen.size = Size(width: 1920, height: 1080)
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        #expect(!server.content.isSettled)
        client.acknowledge(front)
        client.show(front, width: 1920, height: 1080)
        #expect(server.content.isSettled && server.observer.settlings == 1)
        client.wire.send(front.role, 0)
        client.wire.roundTrip()
        #expect(!server.content.isSettled, "it is seen now, and has the old size")
        client.acknowledge(back)
        client.show(back, width: 1920, height: 1080)
        #expect(server.content.isSettled)
    }

    /// The first frame on the screen that shows them again waits for those that did not draw meanwhile.
    @Test func whatIsSeenAgainIsWaitedForAtOnce() {
        let window = client.window()
        see(false)
        var screen = TestServer.screen
        screen.size = Size(width: 1920, height: 1080)
        server.content.layOut(on: screen)
        #expect(server.content.isSettled)
        server.observer.isContentSeen = true
        server.content.seenChanged()
        #expect(!server.content.isSettled)
        client.wire.roundTrip()
        client.acknowledge(window)
        client.show(window, width: 1920, height: 1080)
        #expect(server.content.isSettled && server.observer.settlings == 1)
    }

    /// Picture in picture shows a hidden window, which does not count as seen in its own place for that.
    @Test func windowsBehindOthersAreCovered() {
        let back = client.window()
        client.wire.send(back.role, 3, [.string("film")])
        client.wire.roundTrip()
        #expect(server.content.coveredWindowIDs == [])
        let front = client.window()
        client.wire.send(front.role, 3, [.string("notes")])
        client.wire.roundTrip()
        server.content.watchWindow("film")
        #expect(server.content.coveredWindowIDs == ["film"])
        server.content.raiseWindow("film")
        #expect(server.content.coveredWindowIDs == ["notes"])
        let dialog = client.makeToplevel(parent: back)
        client.map(dialog, width: 640, height: 480)
        #expect(server.content.coveredWindowIDs == ["notes"], "its own dialog does not hide a window")
    }

    @Test func aWindowIsAskedToCloseItsFrontmostDialogFirst() {
        func closes(_ window: ShellClient.Window) -> Int {
            client.wire.roundTrip()
            return client.wire.events.filter { $0.object == window.role && $0.opcode == 1 }.count
        }
        let main = client.window()
        let number = server.content.switchableWindows[0].number
        server.content.closeWindow(number)
        #expect(closes(main) == 1)
        let dialog = client.makeToplevel(parent: main)
        client.map(dialog, width: 200, height: 100)
        server.content.closeWindow(number)
        #expect(closes(main) == 1 && closes(dialog) == 1)
    }
}
