import CLinux
import Mirroring
import Testing

@testable import Wayland

@Suite struct KeyboardFocusTests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
    }

    @Test func layoutAndRepeatComeFirst() {
        let events = client.wire.events.filter { $0.object == client.keyboard }
        #expect(events.map(\.opcode) == [0, 5])
        #expect(events.last?.words == [25, 600])
    }

    @Test func keysGoToTheFrontWindow() {
        let main = client.window()
        client.wire.roundTrip()
        #expect(
            client.wire.events(of: client.keyboard, 1).last?.words == [
                client.wire.events(of: client.keyboard, 1).last?.words[0] ?? 0, main.surface, 0,
            ])
        client.wire.forgetEvents()
        server.key(UInt32(KEY_LEFTSHIFT), pressed: true, at: 5)
        server.key(UInt32(KEY_A), pressed: true, at: 6)
        client.wire.roundTrip()
        let events = client.wire.events.filter { $0.object == client.keyboard }
        #expect(events.map(\.opcode) == [3, 4, 3])
        #expect(events[1].words[1...] == [1, 0, 0, 0])
        #expect(events[2].words[1...] == [6, UInt32(KEY_A), 1])
        #expect(events[0].words[0] != events[2].words[0])
    }

    @Test func aNewFocusLearnsWhatIsPressed() {
        _ = client.window()
        server.key(UInt32(KEY_LEFTCTRL), pressed: true)
        server.key(UInt32(KEY_B), pressed: true)
        let other = ShellClient(server)
        let window = other.window()
        client.wire.roundTrip()
        other.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 2).count == 1)
        let enter = other.wire.events(of: other.keyboard, 1).last
        #expect(enter?.words[1...] == [window.surface, 8, UInt32(KEY_LEFTCTRL), UInt32(KEY_B)])
        #expect(other.wire.events(of: other.keyboard, 4).last?.words[1] == 4)
        other.wire.send(window.role, 0)
        other.wire.roundTrip()
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 1).count == 2)
    }

    @Test func lateKeyboardsAreToldAtOnce() {
        let main = client.window()
        let late = client.wire.create(client.seat, 1)
        client.wire.roundTrip()
        #expect(client.wire.events(of: late, 1).last?.words[1] == main.surface)
        #expect(client.wire.events(of: late, 4).count == 1)
        client.wire.send(late, 0)
        client.wire.roundTrip()
        server.key(UInt32(KEY_A), pressed: true)
        client.wire.roundTrip()
        #expect(client.wire.events(of: late, 3).isEmpty)
        #expect(client.wire.events(of: client.keyboard, 3).count == 1)
    }

    @Test func keysWithoutAFocusAreRemembered() {
        server.key(UInt32(KEY_LEFTSHIFT), pressed: true)
        _ = client.window()
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 4).last?.words[1] == 1)
    }

    @Test func aKeyboardMayHaveALayoutOfItsOwn() {
        _ = client.window()
        client.wire.roundTrip()
        client.wire.forgetEvents()
        var german = KeymapNames()
        german.layout = "de"
        let now = Timestamp(microseconds: 0)
        func keymaps() -> Int {
            client.wire.roundTrip()
            return client.wire.events(of: client.keyboard, 0).count
        }
        // Shift on the common keyboard, then a letter on the other: each has its own modifiers.
        server.key(UInt32(KEY_LEFTSHIFT), pressed: true)
        #expect(keymaps() == 0)
        server.content.deliver(.keyboard(german))
        server.key(UInt32(KEY_Y), pressed: true)
        #expect(keymaps() == 1)
        #expect(client.wire.events(of: client.keyboard, 4).last?.words[1] == 0)
        // What is held on the common one is released there.
        server.key(UInt32(KEY_LEFTSHIFT), pressed: false)
        #expect(keymaps() == 2)
        #expect(client.wire.events(of: client.keyboard, 3).last?.words[2...] == [UInt32(KEY_LEFTSHIFT), 0])
        server.content.deliver(.releaseAll(now))
        #expect(keymaps() == 3)
        #expect(client.wire.events(of: client.keyboard, 3).last?.words[2...] == [UInt32(KEY_Y), 0])
    }

    @Test func aLayoutThatDoesNotCompileIsTheCommonOne() {
        _ = client.window()
        var unknown = KeymapNames()
        unknown.layout = "no-such-layout"
        server.content.deliver(.keyboard(unknown))
        server.key(UInt32(KEY_A), pressed: true)
        server.key(UInt32(KEY_A), pressed: false)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 3).count == 2)
    }
}
