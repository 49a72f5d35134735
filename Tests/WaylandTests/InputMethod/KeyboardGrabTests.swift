import Testing
import WaylandBinding

@testable import Wayland

@Suite struct KeyboardGrabTests {
    private enum Event {
        static let keymap: UInt16 = 0
        static let key: UInt16 = 1
        static let modifiers: UInt16 = 2
        static let repeatInfo: UInt16 = 3
    }

    private let server: TestServer
    private let client: ShellClient
    private let method: MethodClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        client = ShellClient(server)
        _ = client.window()
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    /// Codes and states of the keys that the application was told of.
    private var typed: [[UInt32]] {
        client.wire.roundTrip()
        return client.wire.events(of: client.keyboard, 3).map { Array($0.words.suffix(2)) }
    }

    private func grabbed(_ grab: UInt32) -> [[UInt32]] {
        method.wire.roundTrip()
        return method.wire.events(of: grab, Event.key).map { Array($0.words.suffix(2)) }
    }

    private func tap(_ code: UInt32) {
        server.key(code, pressed: true)
        server.key(code, pressed: false)
    }

    @Test func theMethodHasTheKeysAlone() {
        let grab = method.grab()
        #expect(method.wire.events.filter { $0.object == grab }.map(\.opcode) == [3, 0, 2])
        tap(30)
        #expect(grabbed(grab) == [[30, 1], [30, 0]])
        #expect(typed.isEmpty)
        method.wire.send(grab, 0)
        method.wire.roundTrip()
        tap(31)
        #expect(typed == [[31, 1], [31, 0]])
    }

    @Test func releasesGoWhereThePressesWent() {
        server.key(30, pressed: true)
        let grab = method.grab()
        server.key(30, pressed: false)
        #expect(typed == [[30, 1], [30, 0]])
        server.key(31, pressed: true)
        method.wire.send(grab, 0)
        method.wire.roundTrip()
        server.key(31, pressed: false)
        #expect(typed == [[30, 1], [30, 0]], "the application never saw it go down")
        #expect(grabbed(grab) == [[31, 1]])
    }

    @Test func modifiersComeAlong() {
        let grab = method.grab()
        server.key(42, pressed: true)
        method.wire.roundTrip()
        #expect(method.wire.events(of: grab, Event.modifiers).last?.words[1] == 1)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 4).isEmpty)
        method.wire.send(grab, 0)
        method.wire.roundTrip()
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 4).last?.words[1] == 1, "held when the grab ended")
    }

    @Test func aModifierThatTheApplicationHoldsIsReleasedThere() {
        server.key(29, pressed: true)
        let grab = method.grab()
        server.key(29, pressed: false)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 4).last?.words[1] == 0)
        method.wire.roundTrip()
        #expect(method.wire.events(of: grab, Event.modifiers).last?.words[1] == 0)
    }

    @Test func keysHeldForTheMethodAreNotToldOnEntering() {
        _ = method.grab()
        server.key(30, pressed: true)
        let other = ShellClient(server)
        _ = other.window()
        other.wire.roundTrip()
        #expect(other.wire.events(of: other.keyboard, 1).last?.words.count == 3, "an empty array of keys")
    }

    @Test func aMethodThatVanishesGivesTheKeysBack() {
        _ = method.grab()
        server.key(30, pressed: true)
        method.wire.hangUp()
        server.pump()
        server.key(30, pressed: false)
        tap(31)
        #expect(typed == [[31, 1], [31, 0]])
    }

    @Test func whatTheMethodTypesItselfReachesTheApplication() throws {
        let grab = method.grab()
        let own = try VirtualKeys(method.wire, seat: method.seat)
        own.key(30, 1)
        own.key(30, 0)
        #expect(typed == [[30, 1], [30, 0]])
        #expect(grabbed(grab).isEmpty)
        // Another tool's keys are the method's like any other.
        let (tool, _) = server.connect(privilege: .tool)
        let other = try VirtualKeys(tool, seat: tool.bind("wl_seat"))
        other.key(32, 1)
        other.key(32, 0)
        #expect(grabbed(grab) == [[32, 1], [32, 0]])
        #expect(typed.count == 2)
    }

    @Test func virtualKeysAndTextGoTogether() throws {
        let text = TextClient(server)
        _ = text.shell.window()
        text.enable()
        text.commit()
        _ = method.told
        let keys = try VirtualKeys(method.wire, seat: method.seat)
        method.insert("a")
        method.commit()
        keys.key(28, 1)
        keys.key(28, 0)
        text.wire.roundTrip()
        #expect(text.last(TextEvent.insertion)?.string(at: 0) == "a")
        #expect(text.wire.events(of: text.shell.keyboard, 3).map { $0.words[2] } == [28, 28])
    }
}
