import Geometry
import Mirroring
import Testing

@testable import Wayland

/// A client that has a pointer and no touch gets the first finger as its left button.
@Suite struct TouchPointerTests {
    private enum Opcode: UInt16 {
        case enter, leave, motion, button, axis, frame
    }

    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        client.wire.send(client.touch, 0)
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private func events() -> [WireMessage] {
        client.wire.roundTrip()
        defer { client.wire.forgetEvents() }
        return client.wire.events.filter { $0.object == client.pointer }
    }

    private func opcodes() -> [Opcode?] { events().map { Opcode(rawValue: UInt16($0.opcode)) } }

    @Test func aTapIsAClickWhereItFalls() {
        server.touch(.down(0, 100, 50))
        let down = events()
        #expect(down.map { Opcode(rawValue: UInt16($0.opcode)) } == [.enter, .motion, .button, .frame])
        #expect(down[0].words[1] == main.surface && down[0].fixed(2) == 100 && down[0].fixed(3) == 50)
        #expect(down[1].fixed(1) == 100 && down[1].fixed(2) == 50, "kitty takes a press's place from the last motion")
        #expect(down[2].words[2] == 0x110 && down[2].words[3] == 1)
        server.touch(.up(0))
        let up = events()
        #expect(up.map { Opcode(rawValue: UInt16($0.opcode)) } == [.button, .frame])
        #expect(up[0].words[2] == 0x110 && up[0].words[3] == 0)
    }

    @Test func aFingerDrags() {
        server.touch(.down(0, 100, 50))
        _ = events()
        server.touch(.motion(0, 120, 60))
        let motion = events()
        #expect(motion.map { Opcode(rawValue: UInt16($0.opcode)) } == [.motion, .frame])
        #expect(motion[0].fixed(1) == 120 && motion[0].fixed(2) == 60)
    }

    @Test func thePictureGoesWithTheFingerAndComesBackWithTheMouse() {
        server.touch(.down(0, 100, 50))
        #expect(!isPointerHidden, "a finger that drags sees what it does")
        server.touch(.up(0))
        #expect(isPointerHidden)
        #expect(opcodes().suffix(2) == [.button, .frame], "the client keeps the pointer for a double click")
        server.touch(.down(0, 100, 50))
        #expect(!isPointerHidden)
        server.content.deliver(.touchCancel)
        #expect(isPointerHidden)
        server.point(20, 20)
        #expect(!isPointerHidden)
        server.touch(.down(0, 100, 50))
        server.point(30, 30)
        server.touch(.up(0))
        #expect(!isPointerHidden, "a mouse has it now")
    }

    private var isPointerHidden: Bool {
        if case .hidden = server.content.cursor { true } else { false }
    }

    @Test func furtherFingersDoNothing() {
        server.touch(.down(0, 100, 50))
        _ = events()
        server.touch(.down(1, 200, 50))
        server.touch(.motion(1, 210, 50))
        server.touch(.up(1))
        #expect(opcodes() == [])
        server.touch(.up(0))
        #expect(opcodes() == [.button, .frame])
    }

    @Test func aCancelReleasesTheButtonOnce() {
        server.touch(.down(0, 100, 50))
        _ = events()
        server.content.deliver(.touchCancel)
        #expect(opcodes() == [.button, .frame])
        server.touch(.up(0))
        server.content.deliver(.touchCancel)
        #expect(opcodes() == [])
    }

    @Test func aMousesOwnPressIsLeftAlone() {
        server.point(10, 10)
        server.button(pressed: true)
        _ = events()
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        #expect(opcodes() == [])
        server.button(pressed: false)
        #expect(opcodes() == [.button, .frame])
    }

    @Test func anotherScreenTakesThePointerAwayUnlessAMouseHasMovedIt() {
        let change = ContentInput.releaseAll(Timestamp(microseconds: 9000))
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        _ = events()
        server.content.deliver(change)
        #expect(opcodes() == [.leave, .frame])
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        server.point(20, 20)
        _ = events()
        server.content.deliver(change)
        #expect(opcodes() == [])
    }

    @Test func aClientWithTouchGetsTouch() {
        let other = ShellClient(server)
        _ = other.window()
        server.touch(.down(0, 100, 50))
        other.wire.roundTrip()
        #expect(other.wire.events.contains { $0.object == other.touch && $0.opcode == 0 })
        #expect(!other.wire.events.contains { $0.object == other.pointer && $0.opcode == 3 })
        #expect(opcodes() == [])
    }
}
