import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Text fields of weston's programs.
@Suite struct ActivatedTextInputTests {
    private let server: TestServer
    private let shell: ShellClient
    private let manager: UInt32
    private let input: UInt32
    private let method: MethodClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        shell = ShellClient(server)
        manager = shell.wire.bind("zwp_text_input_manager_v1")
        input = shell.wire.create(manager, 0, [])
        shell.wire.roundTrip()
    }

    private var wire: WireClient { shell.wire }

    private var isTyping: Bool { server.content.screenKeyboards.isTextFieldFocused }

    private func send(_ opcode: UInt16, _ arguments: [WireArgument] = [], to input: UInt32? = nil) {
        wire.send(input ?? self.input, opcode, arguments)
        wire.roundTrip()
    }

    private func activate(_ surface: UInt32, _ input: UInt32? = nil) {
        send(0, [.uint(shell.seat), .uint(surface)], to: input)
    }

    private func told(_ opcode: UInt16, of input: UInt32? = nil) -> [WireMessage] {
        wire.roundTrip()
        return wire.events(of: input ?? self.input, opcode)
    }

    @Test func aFieldIsInUseWhileItIsActivatedAndItsSurfaceHasTheFocus() {
        let window = shell.window()
        #expect(told(0).isEmpty && !isTyping)
        activate(window.surface)
        #expect(told(0).map(\.words) == [[window.surface]])
        #expect(isTyping)
        activate(window.surface)
        #expect(told(0).count == 1, "once is enough")
        send(1, [.uint(shell.seat)])
        #expect(told(1).count == 1 && !isTyping)
        activate(shell.surfaces.makeSurface())
        #expect(!isTyping && wire.error == nil)
    }

    @Test func itLeavesWithTheKeyboardAndComesBackWithIt() {
        let first = shell.window()
        activate(first.surface)
        let second = shell.window()
        #expect(told(1).count == 1 && !isTyping)
        wire.send(second.role, 0)
        #expect(told(0).count == 2 && isTyping)
    }

    @Test func anotherFieldTakesItsPlace() {
        let window = shell.window()
        let other = wire.create(manager, 0, [])
        activate(window.surface)
        activate(window.surface, other)
        #expect(told(1).count == 1 && told(0, of: other).count == 1)
        #expect(isTyping)
        send(1, [.uint(shell.seat)])
        #expect(isTyping, "the other is in use")
        send(1, [.uint(shell.seat)], to: other)
        #expect(!isTyping)
    }

    @Test func theInputMethodHearsOfTheFieldAndComposesForIt() {
        let window = shell.window()
        activate(window.surface)
        send(5, [.string("Hä"), .uint(3), .uint(0)])
        // Hidden text; a date, which has another number by now.
        send(6, [.uint(0x40), .uint(9)])
        send(9, [.uint(7)])
        #expect(method.told.filter { $0 == MethodEvent.activate }.count == 1)
        #expect(method.last(MethodEvent.surrounding)?.string(at: 0) == "Hä")
        #expect(method.last(MethodEvent.content)?.words == [0x40, 10])
        method.compose("か", 0, 3)
        method.commit()
        #expect(told(4).last?.words.first == 7)
        #expect(told(4).last?.string(at: 1) == "か")
        method.insert("家")
        method.commit()
        #expect(told(7).last?.string(at: 1) == "家")
        #expect(told(4).count == 1, "what was composed goes with what is inserted")
        method.wire.send(method.method, 2, [.uint(3), .uint(1)])
        method.commit()
        #expect(told(9).map(\.words) == [[UInt32(bitPattern: -3), 4]])
        #expect(told(7).last?.string(at: 1) == "")
        method.wire.send(method.method, 2, [.uint(.max), .uint(.max)])
        method.commit()
        #expect(told(9).last?.words == [UInt32(bitPattern: -Int32.max), .max])
        send(5, [.string("ä"), .uint(.max), .uint(1)])
        #expect(wire.error == nil, "no place in the text")
    }

    @Test func aResetBeginsAnew() {
        let window = shell.window()
        activate(window.surface)
        method.compose("か", 0, 3)
        method.commit()
        send(4)
        #expect(method.told.filter { $0 == MethodEvent.activate }.count == 2)
        method.commit()
        #expect(told(4).count == 1 && told(0).count == 1)
    }

    @Test func aSurfaceThatIsGoneTakesItsFieldWithIt() {
        let window = shell.window()
        activate(window.surface)
        wire.send(window.role, 0)
        wire.roundTrip()
        #expect(!isTyping && wire.error == nil)
        for opcode: UInt16 in [2, 3, 4] { send(opcode) }
        send(8, [.string("de")])
        send(10, [.uint(1), .uint(2)])
        #expect(wire.error == nil)
    }
}
