import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Text fields of Qt 5.
@Suite struct SurfaceTextInputTests {
    private let server: TestServer
    private let shell: ShellClient
    private let input: UInt32
    private let method: MethodClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        shell = ShellClient(server)
        input = shell.wire.create(shell.wire.bind("zwp_text_input_manager_v2"), 1, [.uint(shell.seat)])
        shell.wire.roundTrip()
    }

    private var wire: WireClient { shell.wire }

    private var isTyping: Bool { server.content.screenKeyboards.isTextFieldFocused }

    private func send(_ opcode: UInt16, _ arguments: [WireArgument] = []) {
        wire.send(input, opcode, arguments)
        wire.roundTrip()
    }

    private func told(_ opcode: UInt16) -> [WireMessage] {
        wire.roundTrip()
        return wire.events(of: input, opcode)
    }

    @Test func aFieldIsInUseWhileItsSurfaceIsEnabledAndHasTheFocus() {
        let window = shell.window()
        #expect(told(0).map { $0.words.last } == [window.surface])
        #expect(!isTyping)
        send(1, [.uint(window.surface)])
        #expect(isTyping)
        send(2, [.uint(shell.surfaces.makeSurface())])
        #expect(isTyping, "another surface")
        send(2, [.uint(window.surface)])
        #expect(!isTyping)
        send(1, [.uint(window.surface)])
        send(0)
        #expect(!isTyping && wire.error == nil)
    }

    @Test func aSurfaceMayBeEnabledBeforeItHasTheFocus() {
        let first = shell.window()
        send(1, [.uint(first.surface)])
        let second = shell.window()
        wire.roundTrip()
        #expect(told(1).map { $0.words.last } == [first.surface])
        #expect(!isTyping)
        send(1, [.uint(second.surface)])
        #expect(isTyping)
    }

    @Test func theInputMethodHearsOfTheFieldAndComposesForIt() {
        let window = shell.window()
        send(1, [.uint(window.surface)])
        send(5, [.string("Hä"), .int(3), .int(0)])
        // Hidden text; a date, which has another number by now.
        send(6, [.uint(0x40), .uint(9)])
        send(9, [.uint(1), .uint(0)])
        #expect(method.told.filter { $0 == MethodEvent.activate }.count == 1)
        #expect(method.last(MethodEvent.surrounding)?.string(at: 0) == "Hä")
        #expect(method.last(MethodEvent.content)?.words == [0x40, 10])
        method.compose("か", 0, 3)
        method.commit()
        #expect(told(3).last?.string(at: 0) == "か")
        method.insert("家")
        method.commit()
        #expect(told(6).last?.string(at: 0) == "家")
        #expect(told(3).count == 1, "what was composed goes with what is inserted")
        method.wire.send(method.method, 2, [.uint(3), .uint(0)])
        method.commit()
        #expect(told(8).map(\.words) == [[3, 0]])
        #expect(told(6).last?.string(at: 0) == "")
    }

    /// A client that resets a field has dropped what was composed there.
    @Test func aResetBeginsAnew() {
        let window = shell.window()
        send(1, [.uint(window.surface)])
        method.compose("か", 0, 3)
        method.commit()
        send(9, [.uint(1), .uint(2)])
        #expect(method.told.filter { $0 == MethodEvent.activate }.count == 2)
        method.commit()
        #expect(told(3).count == 1)
    }
}
