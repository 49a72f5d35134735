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

    /// A machine that has just been told of a film.
    private func machine(toldOf film: ShellClient.Window) -> FakeMachine {
        let machine = FakeMachine()
        server.content.tellOfIdleness(machine)
        _ = client.wire.create(inhibition, 1, [.uint(film.surface)])
        client.wire.roundTrip()
        #expect(machine.take() == ["inhibited"])
        return machine
    }

    @Test func aFilmBehindAnotherWindowDoesNot() {
        let film = client.window()
        let machine = machine(toldOf: film)
        let small = client.makeToplevel(parent: film)
        client.map(small)
        client.wire.roundTrip()
        #expect(machine.take() == [], "a part of it is seen")
        let other = client.window()
        #expect(machine.take() == ["free"])
        client.wire.send(other.role, 0)
        client.wire.roundTrip()
        #expect(machine.take() == ["inhibited"])
    }

    @Test func aFilmInFrontOfItsOwnWindowDoes() {
        let player = client.window()
        let machine = machine(toldOf: player)
        let picture = client.surfaces.makeSurface()
        _ = client.surfaces.makeSubsurface(picture, of: player.surface)
        client.surfaces.show(client.surfaces.makeBuffer(640, 480), on: picture)
        client.surfaces.commit(player.surface)
        client.wire.roundTrip()
        #expect(server.frames.count == 2 && machine.take() == [])
    }

    @Test func aFilmThatIsMinimizedDoesNot() throws {
        let server = try TestServer(layout: .floating)
        let client = ShellClient(server)
        let inhibition = client.wire.bind("zwp_idle_inhibit_manager_v1")
        let machine = FakeMachine()
        server.content.tellOfIdleness(machine)
        let film = client.window()
        _ = client.wire.create(inhibition, 1, [.uint(film.surface)])
        client.wire.roundTrip()
        client.wire.send(film.role, 13)
        client.wire.roundTrip()
        #expect(server.frames.isEmpty && machine.take() == ["inhibited", "free"])
    }

    @Test func anApplicationThatIsHiddenDoesNot() {
        let window = client.window()
        let machine = machine(toldOf: window)
        server.observer.isContentSeen = false
        server.content.screensChanged(areDark: false)
        #expect(machine.take() == ["free"])
        #expect(count(notify()).idled == 1)
        server.observer.isContentSeen = true
        server.content.screensChanged(areDark: false)
        #expect(machine.take() == ["inhibited"])
        #expect(count(notify()).idled == 0)
    }

    @Test func nothingOnDarkScreensDoes() {
        let machine = machine(toldOf: client.window())
        server.content.screensChanged(areDark: true)
        #expect(machine.take() == ["free"])
        server.content.screensChanged(areDark: false)
        #expect(machine.take() == ["inhibited"])
    }

    private let film = IdlenessInhibitor(.screenSaver, program: "vlc", reason: "Playing some media")
    private let update = IdlenessInhibitor(.logind, program: "apt", reason: "An update")

    @Test func aProgramOnTheBusCountsWhateverIsSeen() {
        let machine = FakeMachine()
        server.content.tellOfIdleness(machine)
        server.content.inhibitIdleness([film], by: .screenSaver)
        #expect(machine.take() == ["inhibited"])
        #expect(count(notify()).idled == 0)
        server.observer.isContentSeen = false
        server.content.screensChanged(areDark: true)
        #expect(machine.take() == [] && server.content.idlenessInhibitors == [film])
        server.content.inhibitIdleness([], by: .screenSaver)
        #expect(machine.take() == ["free"] && server.content.idlenessInhibitors.isEmpty)
        #expect(count(notify()).idled == 1)
    }

    @Test func theMachineIsNotToldOfWhatItHasTold() {
        let machine = FakeMachine()
        server.content.tellOfIdleness(machine)
        server.content.inhibitIdleness([update], by: .logind)
        #expect(machine.take() == [], "two services on a machine would hold each other for ever")
        let notification = notify()
        #expect(count(notification).idled == 0)
        server.content.inhibitIdleness([film], by: .screenSaver)
        server.content.inhibitIdleness([], by: .screenSaver)
        #expect(machine.take() == ["inhibited", "free"])
        #expect(count(notification).idled == 0, "the other still holds")
        server.content.inhibitIdleness([], by: .logind)
        #expect(count(notification).idled == 1)
    }

    @Test func allThatInhibitAreListed() {
        let window = client.window()
        client.surfaces.wire.send(window.role, 3, [.string("mpv")])
        _ = client.wire.create(inhibition, 1, [.uint(window.surface)])
        client.wire.roundTrip()
        server.content.inhibitIdleness([update], by: .logind)
        server.content.inhibitIdleness([film], by: .screenSaver)
        let mpv = IdlenessInhibitor(.window, program: "mpv", reason: nil)
        #expect(server.content.idlenessInhibitors == [mpv, film, update])
        server.content.screensChanged(areDark: true)
        #expect(server.content.idlenessInhibitors == [film, update])
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

    /// What it was told since the last call.
    func take() -> [String] {
        defer { words = [] }
        return words
    }

    private var isIdle = false

    func userIsIdle(_ isIdle: Bool) {
        if isIdle != self.isIdle { words.append(isIdle ? "idle" : "active") }
        self.isIdle = isIdle
    }

    func idlenessIsInhibited(_ isInhibited: Bool) { words.append(isInhibited ? "inhibited" : "free") }
}
