import WaylandBinding
import Testing

@testable import Wayland

/// What tools type and point at goes to the application that has the keyboard.
@Suite struct ToolKeysTests {
    private let both: TwoApplications
    private let content: ShellClient
    private let application: ShellClient
    private let tool: WireClient
    private let keys: VirtualKeys

    init() throws {
        both = try TwoApplications()
        content = ShellClient(both.main)
        _ = content.window(width: 640, height: 480)
        application = ShellClient(both.panel)
        _ = application.window(width: 320, height: 200)
        tool = both.main.connect(privilege: .tool).0
        keys = try VirtualKeys(tool, seat: tool.bind("wl_seat"))
        for client in [content, application] {
            client.wire.roundTrip()
            client.wire.forgetEvents()
        }
    }

    @Test func keysGoToWhoeverHasTheKeyboard() {
        keys.key(30, 1)
        keys.key(30, 0)
        both.focus(both.panel)
        keys.key(31, 1)
        keys.key(31, 0)
        both.focus(both.main)
        keys.key(32, 1)
        keys.key(32, 0)
        #expect(content.typed == [[30, 1], [30, 0], [32, 1], [32, 0]])
        #expect(application.typed == [[31, 1], [31, 0]])
    }

    @Test func aHeldKeyIsReleasedOnceWhereItWasPressed() {
        keys.key(30, 1)
        both.focus(both.panel)
        #expect(content.typed == [[30, 1], [30, 0]])
        keys.key(30, 0)
        #expect(content.typed.count == 2)
        #expect(application.typed.isEmpty)
        keys.key(30, 1)
        keys.key(30, 0)
        #expect(application.typed == [[30, 1], [30, 0]])
    }

    @Test func theLayoutComesAlongWithTheKeys() {
        both.focus(both.panel)
        keys.key(30, 1)
        keys.key(30, 0)
        application.wire.roundTrip()
        content.wire.roundTrip()
        #expect(application.wire.events(of: application.keyboard, 0).count == 1)
        #expect(content.wire.events(of: content.keyboard, 0).isEmpty)
    }

    @Test func modifiersThatAToolHasSetCountAtTheOtherApplicationToo() {
        keys.modifiers(1)
        both.focus(both.panel)
        content.wire.roundTrip()
        #expect(content.wire.events(of: content.keyboard, 4).last?.words[1] == 0, "its own keyboard counts again")
        keys.key(30, 1)
        application.wire.roundTrip()
        #expect(application.wire.events(of: application.keyboard, 4).last?.words[1] == 1)
    }

    @Test func thePointerGoesAlong() {
        let manager = tool.bind("zwlr_virtual_pointer_manager_v1")
        let device = tool.newID()
        tool.send(manager, 0, [.uint(0), .uint(device)])
        func act() {
            tool.send(device, 1, [.uint(1), .uint(1), .uint(1), .uint(2), .uint(2)])
            tool.send(device, 2, [.uint(2), .uint(0x110), .uint(1)])
            tool.send(device, 4)
            tool.roundTrip()
        }
        act()
        both.focus(both.panel)
        content.wire.roundTrip()
        #expect(content.wire.events(of: content.pointer, 0).last?.fixed(2) == 320)
        #expect(content.wire.events(of: content.pointer, 3).map { $0.words[3] } == [1, 0], "it is let go")
        #expect(content.wire.events(of: content.pointer, 1).count == 1, "and has left")
        act()
        application.wire.roundTrip()
        #expect(application.wire.events(of: application.pointer, 0).last?.fixed(2) == 160)
        #expect(application.wire.events(of: application.pointer, 3).map { $0.words[3] } == [1])
        tool.hangUp()
        application.wire.roundTrip()
        #expect(application.wire.events(of: application.pointer, 3).map { $0.words[3] } == [1, 0])
    }

    @Test func anyInputEndsIdleness() {
        let notifier = tool.bind("ext_idle_notifier_v1")
        let seat = tool.bind("wl_seat")
        let notification = tool.create(notifier, 1, [.uint(0), .uint(seat)])
        for _ in 0..<50 where tool.events(of: notification, 0).isEmpty { tool.roundTrip() }
        #expect(tool.events(of: notification, 0).count == 1)
        both.panel.key(30, pressed: true)
        tool.roundTrip()
        #expect(tool.events(of: notification, 1).count == 1)
    }
}
