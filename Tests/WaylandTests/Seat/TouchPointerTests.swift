import Geometry
import Mirroring
import Testing

@testable import Wayland

/// A client that has a pointer and no touch gets the first finger as its left button.
@Suite struct TouchPointerTests {
    private enum Opcode: UInt16 {
        case enter, leave, motion, button, axis, frame
    }

    private let clock = ManualClock()
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling, clock: clock)
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
        #expect(down.map { Opcode(rawValue: UInt16($0.opcode)) } == [.enter, .motion, .frame])
        #expect(down[0].words[1] == main.surface && down[0].fixed(2) == 100 && down[0].fixed(3) == 50)
        #expect(down[1].fixed(1) == 100 && down[1].fixed(2) == 50, "kitty takes a press's place from the last motion")
        // A finger is never quite still.
        server.touch(.motion(0, 104, 52))
        #expect(opcodes() == [])
        server.touch(.up(0))
        #expect(buttons() == [[0x110, 1], [0x110, 0]])
    }

    /// The buttons that are pressed and released, each in a frame of its own.
    private func buttons() -> [[UInt32]] {
        let events = events()
        let opcodes = events.map { Opcode(rawValue: UInt16($0.opcode)) }.filter { $0 != .motion }
        #expect(opcodes == opcodes.indices.map { $0 % 2 == 0 ? .button : .frame })
        return events.filter { Opcode(rawValue: UInt16($0.opcode)) == .button }.map { [$0.words[2], $0.words[3]] }
    }

    @Test func aFingerDragsFromWhereItCameDown() {
        server.touch(.down(0, 100, 50))
        _ = events()
        server.touch(.motion(0, 120, 60))
        let drag = events()
        #expect(drag.map { Opcode(rawValue: UInt16($0.opcode)) } == [.button, .motion, .frame])
        #expect(drag[0].words[2] == 0x110 && drag[0].words[3] == 1)
        #expect(drag[1].fixed(1) == 120 && drag[1].fixed(2) == 60)
        server.touch(.motion(0, 121, 60))
        #expect(opcodes() == [.motion, .frame])
        server.touch(.up(0))
        #expect(buttons() == [[0x110, 0]])
    }

    /// A context menu opens, and nothing was clicked before.
    @Test func aFingerThatRestsIsTheRightButton() {
        server.touch(.down(0, 100, 50))
        _ = events()
        clock.microseconds += 700_000
        server.pump()
        #expect(buttons() == [[0x111, 1]])
        server.touch(.up(0))
        #expect(buttons() == [[0x111, 0]])
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        _ = events()
        clock.microseconds += 700_000
        server.pump()
        #expect(opcodes() == [], "it has been lifted")
    }

    @Test func twoFingersScroll() {
        server.touch(.down(0, 100, 50), .down(1, 200, 50))
        _ = events()
        server.touch(.motion(0, 100, 30), .motion(1, 200, 30))
        let scroll = events().filter { Opcode(rawValue: UInt16($0.opcode)) == .axis }
        #expect(scroll.map { $0.words[1] } == [0, 0], "vertically")
        #expect(scroll.map { $0.fixed(2) }.reduce(0, +) == 20, "as far as they moved, the content after them")
        server.touch(.up(0))
        #expect(events().map(\.opcode).contains(7), "an end")
        server.touch(.motion(1, 200, 90))
        server.touch(.up(1))
        #expect(opcodes() == [])
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        #expect(events().filter { Opcode(rawValue: UInt16($0.opcode)) == .button }.count == 2)
    }

    @Test func theirTapIsARightClick() {
        server.touch(.down(0, 100, 50), .down(1, 200, 50))
        _ = events()
        server.touch(.motion(1, 202, 51))
        server.touch(.up(1))
        #expect(buttons() == [[0x111, 1], [0x111, 0]])
        server.touch(.up(0))
        #expect(opcodes() == [])
    }

    @Test func thePictureGoesWithTheFingerAndComesBackWithTheMouse() {
        server.touch(.down(0, 100, 50))
        #expect(!isPointerHidden, "a finger that drags sees what it does")
        _ = events()
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
        server.touch(.motion(0, 150, 50))
        _ = events()
        server.touch(.down(1, 200, 50))
        server.touch(.motion(1, 260, 50))
        server.touch(.up(1))
        #expect(opcodes() == [])
        server.touch(.up(0))
        #expect(opcodes() == [.button, .frame])
    }

    @Test func aCancelReleasesTheButtonOnce() {
        server.touch(.down(0, 100, 50))
        server.touch(.motion(0, 150, 50))
        _ = events()
        server.content.deliver(.touchCancel)
        #expect(opcodes() == [.button, .frame])
        server.touch(.up(0))
        server.content.deliver(.touchCancel)
        #expect(opcodes() == [])
        server.touch(.down(0, 100, 50))
        server.content.deliver(.touchCancel)
        #expect(!opcodes().contains(.button), "nothing was pressed")
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

    /// It binds touch and does nothing with it.
    @Test func aRuleMakesFingersAPointer() {
        let other = ShellClient(server)
        let window = other.window()
        server.content.use([WindowRule(appID: TextPattern("*"), WindowEffects(takesTouch: false))])
        _ = window
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        other.wire.roundTrip()
        #expect(!other.wire.events.contains { $0.object == other.touch })
        #expect(other.wire.events.contains { $0.object == other.pointer && $0.opcode == 3 })
    }
}
