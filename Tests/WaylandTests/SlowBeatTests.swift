import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Runtime
@testable import Wayland

@Suite struct SlowBeatTests {
    private let clock = ManualClock()
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling, clock: clock)
        client = ShellClient(server)
    }

    /// A commit of the surface that asks for a callback.
    private func ask(_ surface: UInt32) -> UInt32 {
        let callback = client.wire.create(surface, 3)
        client.surfaces.commit(surface)
        return callback
    }

    private func isDone(_ callback: UInt32) -> Bool {
        client.wire.roundTrip()
        return !client.wire.events(of: callback, 0).isEmpty
    }

    private var hasTimer: Bool { server.display.loop.timers.first != nil }

    private func pass(milliseconds: Int64) {
        clock.microseconds += milliseconds * 1000
        server.pump()
    }

    private func see(_ isSeen: Bool) {
        server.observer.isContentSeen = isSeen
        server.content.seenChanged()
        server.pump()
    }

    @Test func contentThatNobodySeesGetsOneCallbackASecond() {
        let window = client.window()
        see(false)
        for _ in 0..<3 {
            let callback = ask(window.surface)
            pass(milliseconds: 999)
            #expect(!isDone(callback))
            pass(milliseconds: 1)
            #expect(isDone(callback))
        }
        #expect(client.wire.error == nil)
    }

    @Test(arguments: [true, false])
    func aClientThatDoesNotWaitGetsItsEarlierCallbacksAtOnce(isSeen: Bool) {
        let window = client.window()
        see(isSeen)
        let callbacks = (0..<20).map { _ in ask(window.surface) }
        #expect(callbacks.map(isDone) == callbacks.indices.map { $0 < 20 - SlowBeat.mostCallbacks })
        if isSeen { server.present() } else { pass(milliseconds: 1000) }
        #expect(callbacks.allSatisfy(isDone))
    }

    @Test func aWindowBehindAFullscreenOneGetsThemToo() {
        let back = client.window()
        let front = client.makeToplevel()
        client.wire.send(front.role, 11, [.uint(0)])
        client.map(front, width: 640, height: 480)
        let (hidden, shown) = (ask(back.surface), ask(front.surface))
        pass(milliseconds: 1000)
        #expect(isDone(hidden) && !isDone(shown), "what is on a screen waits for its frame")
        server.present()
        #expect(isDone(shown))
    }

    @Test func aWindowBehindAnOpaqueOneGetsThemToo() {
        let back = client.window()
        let front = client.window()
        let (hidden, shown) = (ask(back.surface), ask(front.surface))
        server.present()
        #expect(!isDone(hidden) && isDone(shown))
        pass(milliseconds: 1000)
        #expect(isDone(hidden))
        // With a hole in front of it, it is seen.
        client.surfaces.show(client.surfaces.makeBuffer(100, 80, 0xff10_2030), on: front.surface)
        let seen = ask(back.surface)
        server.present()
        #expect(isDone(seen))
    }

    @Test func whoeverWaitsAsTheContentGoesIsCalledBack() {
        let window = client.window()
        let callback = ask(window.surface)
        pass(milliseconds: 5000)
        #expect(!isDone(callback))
        see(false)
        pass(milliseconds: 1000)
        #expect(isDone(callback))
    }

    @Test func whatIsSeenAgainWaitsForItsFrame() {
        let window = client.window()
        see(false)
        let callback = ask(window.surface)
        see(true)
        pass(milliseconds: 1000)
        #expect(!isDone(callback))
        server.present()
        #expect(isDone(callback))
    }

    @Test func nothingWakesUpWithoutAHiddenClientThatWaits() {
        let window = client.window()
        _ = ask(window.surface)
        #expect(!hasTimer)
        server.present()
        see(false)
        #expect(!hasTimer)
        _ = ask(window.surface)
        #expect(hasTimer)
        pass(milliseconds: 1000)
        #expect(!hasTimer)
        _ = ask(window.surface)
        client.wire.send(window.role, 0)
        client.wire.send(window.shell, 0)
        client.wire.send(window.surface, 0)
        client.wire.roundTrip()
        pass(milliseconds: 1000)
        #expect(!hasTimer && client.wire.error == nil)
    }
}
