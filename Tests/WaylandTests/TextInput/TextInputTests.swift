import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct TextInputTests {
    private let server: TestServer
    private let client: TextClient
    private let method: MethodClient
    private let window: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        client = TextClient(server)
        window = client.shell.window()
        client.wire.roundTrip()
    }

    @Test func theTextFocusIsWhereTheKeyboardIs() {
        #expect(client.last(TextEvent.enter)?.words == [window.surface])
        let other = TextClient(server)
        let second = other.shell.window()
        #expect(client.last(TextEvent.leave)?.words == [window.surface])
        #expect(other.last(TextEvent.enter)?.words == [second.surface])
        #expect(client.told == [TextEvent.enter, TextEvent.leave])
        other.wire.hangUp()
        server.pump()
        #expect(client.told.last == TextEvent.enter)
    }

    /// Some clients (foot) drop a text focus that comes before the keyboard.
    @Test func theTextFocusLiesWithinTheKeyboards() {
        let second = client.shell.window()
        let other = TextClient(server)
        _ = other.shell.window()
        client.wire.roundTrip()
        let keyboard = client.shell.keyboard
        let order = client.wire.events.filter {
            $0.object == client.input || $0.object == keyboard && [1, 2].contains($0.opcode)
        }
        let once: [[UInt32]] = [
            [keyboard, 1], [client.input, 0], [client.input, 1], [keyboard, 2],
        ]
        #expect(order.map { [$0.object, UInt32($0.opcode)] } == once + once)
        #expect(order.dropFirst(5).first?.words == [second.surface])
    }

    @Test func allObjectsOfTheClientEnter() {
        let late = client.wire.create(client.manager, 1, [.uint(client.shell.seat)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: late, TextEvent.enter).last?.words == [window.surface])
        let other = TextClient(server)
        _ = other.shell.window()
        client.wire.roundTrip()
        #expect(client.wire.events(of: late, TextEvent.leave).count == 1)
    }

    @Test func stateIsToldWhenItIsCommitted() {
        client.enable()
        client.setSurrounding("grüße", cursor: 4, anchor: 0)
        client.wire.send(client.input, 4, [.uint(1)])
        client.wire.send(client.input, 5, [.uint(0x200), .uint(13)])
        client.wire.roundTrip()
        #expect(method.told.isEmpty)
        client.commit()
        #expect(method.told == [0, 2, 3, 4, 5])
        #expect(method.last(MethodEvent.surrounding)?.string(at: 0) == "grüße")
        #expect(method.last(MethodEvent.surrounding)?.words.suffix(2) == [4, 0])
        #expect(method.last(MethodEvent.cause)?.words == [1])
        #expect(method.last(MethodEvent.content)?.words == [0x200, 13])
        client.setSurrounding("x", cursor: 1, anchor: 1)
        client.commit()
        #expect(method.told.suffix(4) == [2, 3, 4, 5])
        #expect(method.last(MethodEvent.cause)?.words == [0], "the cause counts once")
        #expect(method.last(MethodEvent.content)?.words == [0x200, 13], "the rest stays")
    }

    @Test func enablingAnewForgetsWhatWasTold() {
        client.enable()
        client.setSurrounding("old", cursor: 0, anchor: 0)
        client.commit()
        client.enable()
        client.commit()
        #expect(method.told == [0, 2, 3, 4, 5, 0, 3, 4, 5])
    }

    @Test func anotherFocusDeactivates() {
        client.enable()
        client.commit()
        _ = client.shell.window()
        #expect(method.told.suffix(2) == [MethodEvent.deactivate, MethodEvent.done])
        client.setSurrounding("x", cursor: 0, anchor: 0)
        client.commit()
        #expect(method.told.last == MethodEvent.done && method.doneCount == 2, "not enabled any more")
    }

    @Test func disablingDeactivates() {
        client.enable()
        client.commit()
        client.disable()
        #expect(method.told.last == MethodEvent.done)
        client.commit()
        #expect(method.told.suffix(2) == [MethodEvent.deactivate, MethodEvent.done])
        client.disable()
        client.commit()
        #expect(method.doneCount == 2, "nothing was enabled")
    }

    @Test func withoutTheFocusNothingIsEnabled() {
        let other = TextClient(server)
        _ = other.shell.window()
        client.enable()
        client.commit()
        #expect(method.told.isEmpty)
        #expect(other.wire.error == nil)
    }

    @Test func theSecondFieldHasToWait() {
        let second = client.wire.create(client.manager, 1, [.uint(client.shell.seat)])
        client.enable()
        client.commit()
        client.wire.send(second, 1)
        client.wire.send(second, 7)
        client.wire.roundTrip()
        #expect(method.doneCount == 1)
        client.disable()
        client.commit()
        client.wire.send(second, 1)
        client.wire.send(second, 7)
        client.wire.roundTrip()
        #expect(method.told.suffix(4).first == MethodEvent.activate)
    }

    @Test func destroyingTheObjectDeactivates() {
        client.enable()
        client.commit()
        client.wire.send(client.input, 0)
        client.wire.roundTrip()
        #expect(method.told.suffix(2) == [MethodEvent.deactivate, MethodEvent.done])
    }

    @Test func aDestroyedSurfaceIsNotLeft() {
        client.enable()
        client.commit()
        client.wire.send(window.role, 0)
        client.wire.send(window.shell, 0)
        client.wire.send(window.surface, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        #expect(method.told.suffix(2) == [MethodEvent.deactivate, MethodEvent.done])
    }

    @Test(arguments: [(-1, 0), (0, 99), (3, 0), (.min, .max)] as [(Int32, Int32)])
    func indicesOffTheCharactersAreNotPassedOn(_ cursor: Int32, _ anchor: Int32) {
        client.enable()
        client.setSurrounding("grüße", cursor: cursor, anchor: anchor)
        client.commit()
        #expect(method.told == [0, 3, 4, 5])
        #expect(client.wire.error == nil)
    }

    @Test func absurdPurposesAreOrdinary() {
        client.enable()
        client.wire.send(client.input, 4, [.uint(77)])
        client.wire.send(client.input, 5, [.uint(.max), .uint(.max)])
        client.commit()
        #expect(method.last(MethodEvent.content)?.words == [.max, 0])
        #expect(method.last(MethodEvent.cause)?.words == [1])
    }

    @Test func theTextCursorIsReported() {
        client.enable()
        client.commit()
        #expect(server.observer.textCursors.isEmpty)
        client.setCursor(10, 20, 2, 16)
        client.commit()
        #expect(server.observer.textCursors == [Rect(x: 10, y: 20, width: 2, height: 16)])
        // Where it is already is no news.
        client.commit()
        #expect(server.observer.textCursors.count == 1)
        client.setCursor(30, 20, 2, 16)
        client.commit()
        #expect(server.observer.textCursors.last?.x == 30)
    }

    @Test func anotherScreenDisturbsNothing() {
        client.enable()
        client.commit()
        let (told, count) = (client.told, method.told.count)
        for width in [1920, 640] {
            server.content.layOut(
                on: LogicalScreen(name: "OTHER", size: Size(width: width, height: 480), refreshMilliHertz: 60_000))
            client.wire.roundTrip()
            client.shell.acknowledge(window)
            client.shell.show(window, width: width, height: 480)
        }
        #expect(client.wire.error == nil)
        #expect(client.told == told)
        #expect(method.told.count == count)
        method.insert("after")
        method.commit()
        #expect(client.last(TextEvent.insertion)?.string(at: 0) == "after")
    }
}
