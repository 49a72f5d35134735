import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Input methods of version 1.
@Suite struct ContextInputMethodTests {
    private let server: TestServer
    private let client: TextClient
    private let method: ContextClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = ContextClient(server)
        client = TextClient(server)
        _ = client.shell.window()
        client.enable()
        client.commit()
    }

    private func enableAgain() {
        client.enable()
        client.commit()
    }

    private var insertions: [String] {
        client.wire.roundTrip()
        return client.wire.events(of: client.input, TextEvent.insertion).map { $0.string(at: 0) }
    }

    @Test func textReachesTheField() {
        method.send(4, [.int(3)])
        method.compose("にほ")
        #expect(client.last(TextEvent.preedit)?.string(at: 0) == "にほ")
        #expect(client.last(TextEvent.preedit)?.words.suffix(2) == [3, 3])
        method.compose("にほん")
        #expect(client.last(TextEvent.preedit)?.words.suffix(2) == [9, 9], "the cursor is at the end unless it is set")
        method.send(4, [.int(4)])
        method.compose("にほん")
        #expect(client.last(TextEvent.preedit)?.words.suffix(2) == [.max, .max], "within a character")
        method.insert("日本")
        #expect(insertions == ["日本"])
        #expect(client.told.last == TextEvent.done)
    }

    @Test func textBesideTheCursorIsDeletedWithTheNextInsertion() {
        method.send(5, [.int(-3), .uint(4)])
        #expect(client.last(TextEvent.deletion) == nil)
        method.insert("")
        #expect(client.last(TextEvent.deletion)?.words == [3, 1])
        method.send(5, [.int(.min), .uint(.max)])
        method.insert("")
        #expect(client.last(TextEvent.deletion)?.words == [1 << 31, (1 << 31) - 1])
        for (index, length) in [(-3, 2), (1, 1), (.max, .max)] as [(Int32, UInt32)] {
            method.send(5, [.int(index), .uint(length)])
            method.insert("")
        }
        #expect(client.wire.events(of: client.input, TextEvent.deletion).count == 2, "apart from the cursor")
    }

    @Test func theStateOfTheFieldIsTold() {
        client.enable()
        client.setSurrounding("grüße", cursor: 4, anchor: 0)
        client.wire.send(client.input, 5, [.uint(0xc0), .uint(9)])
        client.commit()
        #expect(method.last(ContextEvent.surrounding)?.string(at: 0) == "grüße")
        #expect(method.last(ContextEvent.surrounding)?.words.suffix(2) == [4, 0])
        #expect(method.last(ContextEvent.content)?.words == [0xc0, 8], "a pin is hidden like a password")
        #expect(method.last(ContextEvent.state)?.words == [1])
        client.wire.send(client.input, 5, [.uint(0), .uint(13)])
        client.commit()
        #expect(method.last(ContextEvent.content)?.words == [0, 12], "a terminal has another number")
        #expect(method.last(ContextEvent.state)?.words == [2])
        #expect(method.contexts.count == 2)
    }

    @Test func eachUseOfAFieldHasItsContext() throws {
        let first = try #require(method.contexts.first)
        enableAgain()
        #expect(method.contexts.count == 2)
        #expect(method.left == [first])
        method.insert("late", in: first)
        #expect(insertions.isEmpty, "it was meant for the other field")
        method.insert("x")
        #expect(insertions == ["x"])
        client.disable()
        client.commit()
        #expect(method.left == method.contexts)
        method.insert("nobody's")
        method.wire.send(first, 0)
        method.wire.roundTrip()
        #expect(insertions == ["x"])
        #expect(method.wire.error == nil && client.wire.error == nil)
    }

    @Test func aClientThatKeepsItsContextsGetsNoMoreForNow() {
        for _ in 0..<100 { enableAgain() }
        let contexts = method.contexts
        #expect(contexts.count == 64)
        #expect(method.left == contexts)
        client.setSurrounding("now", cursor: 0, anchor: 0)
        client.commit()
        method.send(0, to: contexts[0])
        #expect(method.contexts.count == 65)
        #expect(method.last(ContextEvent.surrounding)?.string(at: 0) == "now")
        method.insert("x")
        #expect(insertions == ["x"])
        method.wire.hangUp()
        server.pump()
        #expect(client.wire.error == nil)
    }

    @Test func oneMethodOfEitherVersionServesTheSeat() throws {
        #expect(MethodClient(server).told == [MethodEvent.unavailable])
        let second = ContextClient(server)
        #expect(second.wire.error?.message.contains("another input method is running") == true)
        method.wire.hangUp()
        server.pump()
        let third = MethodClient(server)
        #expect(third.told.first == MethodEvent.activate)
        #expect(ContextClient(server).wire.error != nil)
        third.insert("x")
        third.commit()
        #expect(insertions == ["x"])
    }

    @Test func whatAVanishedMethodComposedIsTakenBack() {
        method.compose("abc")
        method.wire.hangUp()
        server.pump()
        #expect(client.told.suffix(3) == [TextEvent.preedit, TextEvent.done, TextEvent.done])
    }

    @Test func whatADestroyedContextComposedIsTakenBack() {
        method.compose("abc")
        method.send(0)
        #expect(client.told.suffix(3) == [TextEvent.preedit, TextEvent.done, TextEvent.done])
        enableAgain()
        method.insert("x")
        #expect(insertions == ["x"])
    }

    @Test func composedTextStaysWhereTheFocusLeavesIt() {
        method.compose("wor", fallback: "word")
        _ = client.shell.window()
        #expect(insertions == ["word"])
        #expect(client.told.suffix(4) == [TextEvent.insertion, TextEvent.done, TextEvent.leave, TextEvent.enter])
        enableAgain()
        method.compose("wor", fallback: "word")
        method.insert("x")
        _ = client.shell.window()
        #expect(insertions == ["word", "x"], "the text was committed")
    }

    @Test func applicationsHaveNoSuchThing() {
        for name in ["zwp_input_method_v1", "zwp_input_panel_v1"] {
            #expect(client.wire.globals[name] == nil)
            #expect(method.wire.globals[name]?.version == 1)
        }
    }

    /// Text fields of versions 1 and 2 learn what version 3 has no words for.
    @Test func formerFieldsLearnMore() {
        let shell = ShellClient(server)
        let input = shell.wire.create(shell.wire.bind("zwp_text_input_manager_v1"), 0, [])
        let window = shell.window()
        shell.wire.send(input, 0, [.uint(shell.seat), .uint(window.surface)])
        shell.wire.roundTrip()
        method.compose("ab", fallback: "abc")
        shell.wire.roundTrip()
        let preedit = shell.wire.events(of: input, 4).last
        #expect(preedit?.string(at: 1) == "ab" && preedit?.string(at: 3) == "abc")
        method.send(6, [.int(-1), .int(2)])
        method.insert("()")
        shell.wire.roundTrip()
        #expect(shell.wire.events(of: input, 8).map(\.words) == [[.max, 2]])
    }
}

/// The keys that input methods of version 1 take and pass on.
@Suite struct ContextKeysTests {
    private let server: TestServer
    private let client: TextClient
    private let method: ContextClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = ContextClient(server)
        client = TextClient(server)
        _ = client.shell.window()
        client.enable()
        client.commit()
        client.wire.forgetEvents()
    }

    private var typed: [[UInt32]] { client.shell.typed }

    /// The modifiers that the application was told of: the depressed and the locked ones.
    private var modifiers: [[UInt32]] {
        client.wire.roundTrip()
        return client.wire.events(of: client.shell.keyboard, 4).map { [$0.words[1], $0.words[3]] }
    }

    private func grabbed(_ grab: UInt32) -> [[UInt32]] {
        method.wire.roundTrip()
        return method.wire.events(of: grab, 3).map { Array($0.words.suffix(2)) }
    }

    private func tap(_ code: UInt32) {
        server.key(code, pressed: true)
        server.key(code, pressed: false)
    }

    @Test func itsKeyboardGetsTheKeysAlone() {
        let grab = method.grab()
        #expect(method.wire.events.filter { $0.object == grab }.map(\.opcode) == [0, 4])
        tap(30)
        #expect(grabbed(grab) == [[30, 1], [30, 0]])
        #expect(typed.isEmpty)
        client.disable()
        client.commit()
        tap(31)
        #expect(typed == [[31, 1], [31, 0]], "the field was left")
        #expect(grabbed(grab).count == 2)
    }

    @Test func keysPassedOnReachTheApplication() {
        _ = method.grab()
        tap(30)
        method.key(30, 1)
        method.key(30, 1)
        method.key(30, 0)
        method.key(30, 7)
        method.key(.max, 1)
        #expect(typed == [[30, 1], [30, 0]])
        method.send(11, [.uint(1), .uint(1), .uint(0), .uint(2), .uint(0)])
        #expect(modifiers.last == [1, 2])
        #expect(client.wire.events(of: client.shell.keyboard, 0).isEmpty, "the keymap is the same")
        #expect(method.wire.error == nil)
    }

    @Test func heldKeysAreReleasedWithTheField() {
        method.key(30, 1)
        client.disable()
        client.commit()
        #expect(typed == [[30, 1], [30, 0]])
        method.key(31, 1)
        #expect(typed.count == 2)
    }

    @Test func aMethodThatVanishesGivesTheKeysBack() {
        _ = method.grab()
        method.key(32, 1)
        server.key(30, pressed: true)
        method.wire.hangUp()
        server.pump()
        server.key(30, pressed: false)
        tap(31)
        #expect(typed == [[32, 1], [32, 0], [31, 1], [31, 0]])
    }

    /// Return, and a capital: the key of its layout, with Shift.
    @Test func keysymsAreKeys() {
        method.keysym(0xff0d, 1)
        method.keysym(0xff0d, 0)
        #expect(typed == [[28, 1], [28, 0]])
        method.keysym(0x41, 1)
        #expect(modifiers.last == [1, 0])
        method.keysym(0x41, 0)
        #expect(modifiers.last == [0, 0])
        #expect(typed.suffix(2) == [[30, 1], [30, 0]])
    }

    @Test func keysymsHaveTheModifiersOfTheClientsMap() {
        method.send(7, [.bytes(Array("Shift\0Control\0Nonsense".utf8))])
        // The left arrow, with Control and a modifier that there is not.
        method.keysym(0xff51, 1, with: 0b1110)
        #expect(modifiers.last == [4, 0])
        method.keysym(0xff51, 0, with: 0b1110)
        #expect(typed == [[105, 1], [105, 0]])
        #expect(modifiers.last == [0, 0])
        #expect(method.wire.error == nil)
    }

    @Test func charactersWithoutAKeyAreInserted() {
        for keysym: UInt32 in [0x100_3042, 0, .max, 0x100_d800] {
            method.keysym(keysym, 1)
            method.keysym(keysym, 0)
        }
        #expect(typed.isEmpty)
        #expect(client.wire.events(of: client.input, TextEvent.insertion).map { $0.string(at: 0) } == ["あ"])
    }
}

/// An input method of version 1 composes for the application that has the keyboard.
@Suite struct ContextMoveTests {
    @Test func itsContextIsInTheApplicationWithTheKeyboard() throws {
        let both = try TwoApplications()
        let method = ContextClient(both.main)
        let clients = [TextClient(both.main), TextClient(both.panel)]
        _ = clients[0].shell.window(width: 640, height: 480)
        _ = clients[1].shell.window(width: 320, height: 200)
        for client in clients {
            client.enable()
            client.commit()
        }
        #expect(method.contexts.count == 1)
        _ = method.grab()
        both.focus(both.panel)
        #expect(method.contexts.count == 2 && method.left.count == 1)
        method.insert("b")
        method.key(30, 1)
        both.focus(both.main)
        method.insert("a")
        for (client, text) in zip(clients, ["a", "b"]) {
            #expect(client.last(TextEvent.insertion)?.string(at: 0) == text)
            #expect(client.wire.events(of: client.input, TextEvent.insertion).count == 1)
        }
        #expect(clients[1].shell.typed == [[30, 1], [30, 0]])
        both.main.key(31, pressed: true)
        #expect(clients[0].shell.typed == [[31, 1]], "the grab ended with its field")
    }
}
