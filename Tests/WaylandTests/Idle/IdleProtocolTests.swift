import Mirroring
import Testing

@testable import Wayland

@Suite struct IdleProtocolTests {
    private let server: TestServer
    private let client: ShellClient
    private let notifier: UInt32
    private let inhibition: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        notifier = client.wire.bind("ext_idle_notifier_v1")
        inhibition = client.wire.bind("zwp_idle_inhibit_manager_v1")
        client.wire.roundTrip()
    }

    private func notify(_ milliseconds: UInt32 = 0) -> UInt32 {
        let notification = client.wire.create(notifier, 1, [.uint(milliseconds), .uint(client.seat)])
        client.wire.roundTrip()
        return notification
    }

    private func count(_ notification: UInt32) -> (idled: Int, resumed: Int) {
        client.wire.roundTrip()
        return (client.wire.events(of: notification, 0).count, client.wire.events(of: notification, 1).count)
    }

    @Test func inputEndsIdleness() {
        let notification = notify()
        #expect(count(notification) == (1, 0))
        server.point(10, 10)
        server.content.deliver(.pointerLeave)
        #expect(count(notification) == (1, 0), "screens that change move the pointer, too")
        server.button(pressed: true)
        #expect(count(notification) == (2, 1))
        client.wire.send(notification, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func aSurfaceThatIsSeenInhibits() {
        let window = client.window()
        let inhibitor = client.wire.create(inhibition, 1, [.uint(window.surface)])
        let notification = notify()
        #expect(count(notification).idled == 0)
        client.wire.send(inhibitor, 0)
        #expect(count(notification).idled == 1)
    }

    @Test func theMachineIsToldOfIdlenessAndOfFilms() {
        let machine = FakeMachine()
        server.content.tellOfIdleness(machine)
        server.content.tellMachine(ofIdlenessAfter: 0)
        let window = client.window()
        let inhibitor = client.wire.create(inhibition, 1, [.uint(window.surface)])
        client.wire.roundTrip()
        #expect(machine.words == ["inhibited"])
        client.wire.send(inhibitor, 0)
        client.wire.roundTrip()
        #expect(machine.words == ["inhibited", "free"], "also where the machine is never told of idleness")
    }

    @Test func anApplicationThatIsHiddenDoesNot() {
        let window = client.window()
        _ = client.wire.create(inhibition, 1, [.uint(window.surface)])
        server.observer.isContentSeen = false
        #expect(count(notify()).idled == 1)
        server.observer.isContentSeen = true
        #expect(count(notify()).idled == 0)
    }

    @Test func aSurfaceThatIsNotSeenDoesNot() {
        let surface = client.surfaces.makeSurface()
        _ = client.wire.create(inhibition, 1, [.uint(surface)])
        #expect(count(notify()).idled == 1)
    }
}

/// Notes what the machine is told.
private final class FakeMachine: MachineIdlenessPort {
    private(set) var words: [String] = []
    private var isIdle = false

    func userIsIdle(_ isIdle: Bool) {
        if isIdle != self.isIdle { words.append(isIdle ? "idle" : "active") }
        self.isIdle = isIdle
    }

    func idlenessIsInhibited(_ isInhibited: Bool) { words.append(isInhibited ? "inhibited" : "free") }
}
