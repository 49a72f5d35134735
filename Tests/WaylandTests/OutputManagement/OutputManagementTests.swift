import WaylandBinding
import Geometry
import Testing

@testable import Mirroring
@testable import Wayland

@Suite struct OutputManagementTests {
    private let server: TestServer
    private let tool: WireClient
    private let manager: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        tool = server.connect(privilege: .tool).0
        manager = tool.bind("zwlr_output_manager_v1")
        tool.roundTrip()
    }

    /// Displays that take or refuse settings, and may then tell of them as the core does.
    private final class Displays: DisplaySettingsObserver {
        var asked: [String] = []
        var isTaking = true
        var taken: (DisplaySettings) -> Void = { _ in }

        func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
            asked.append("test \(id.name) \(settings.text)")
            return isTaking ? nil : "no"
        }

        func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
            asked.append("set \(id.name) \(settings.text)")
            if isTaking { taken(settings) }
            return isTaking ? nil : "no"
        }
    }

    private let displays = Displays()

    /// A display of two modes with a mounted picture.
    private static func monitor(
        _ mode: Mode = native, transform: Transform = .normal, modes: [Mode] = [native, small]
    ) -> LogicalScreen {
        var screen = TestServer.screen
        let output = OutputDescription(
            id: OutputID("TEST-1"), connector: .hdmiA, isConnected: true, modes: modes, identity: screen.identity)
        screen.display = EnabledOutput(description: output, mode: mode, transform: transform)
        screen.size = transform.apply(to: mode.size)
        return screen
    }

    private static let native = Mode(
        size: Size(width: 1920, height: 1080), refreshMilliHertz: 60_000, isPreferred: true)
    private static let small = Mode(size: Size(width: 800, height: 600), refreshMilliHertz: 75_000)

    private func layOut(on screen: LogicalScreen) {
        server.content.settingsObserver = displays
        server.content.layOut(on: screen)
        tool.roundTrip()
    }

    /// The objects of the head's modes, those that have ended included.
    private var modes: [UInt32] { tool.events(of: head, 3).compactMap(\.words.first) }

    private var head: UInt32 { tool.events(of: manager, 0).last?.words[0] ?? 0 }
    private var mode: UInt32 { tool.events(of: head, 3).last?.words[0] ?? 0 }
    private var serial: UInt32 { tool.events(of: manager, 1).last?.words[0] ?? 0 }

    /// What a configuration of the head comes to, by the event's opcode.
    private func apply(
        serial: UInt32? = nil, test: Bool = false, _ changes: (UInt32) -> Void = { _ in }
    ) -> (object: UInt32, result: UInt16?) {
        let configuration = tool.create(manager, 0, [.uint(serial ?? self.serial)])
        changes(tool.create(configuration, 0, [.uint(head)]))
        tool.send(configuration, test ? 3 : 2)
        tool.roundTrip()
        return (configuration, tool.events.last { $0.object == configuration }?.opcode)
    }

    @Test func theOutputIsDescribed() {
        func string(_ opcode: UInt16) -> String? { tool.events(of: head, opcode).last?.string(at: 0) }
        #expect(tool.events(of: manager, 0).count == 1)
        #expect(string(0) == "TEST-1" && string(10) == "TST" && string(11) == "Screen")
        #expect(tool.events(of: head, 2).last?.words == [160, 120])
        #expect(tool.events(of: head, 4).last?.words == [1])
        #expect(tool.events(of: mode, 0).last?.words == [640, 480])
        #expect(tool.events(of: mode, 1).last?.words == [60_000])
        #expect(tool.events(of: head, 5).last?.words == [mode])
        #expect(tool.events(of: head, 8).last?.fixed(0) == 1)
        #expect(tool.events.last?.object == manager, "done comes last")
    }

    @Test func anotherDisplayIsAnotherMode() {
        let (oldHead, oldMode, oldSerial) = (head, mode, serial)
        var screen = TestServer.screen
        screen.size = Size(width: 1920, height: 1080)
        screen.scale = Scale(in120ths: 150)
        server.content.layOut(on: screen)
        tool.roundTrip()
        #expect(head == oldHead && mode != oldMode && serial != oldSerial)
        #expect(tool.events(of: oldMode, 3).count == 1)
        #expect(tool.events(of: mode, 0).last?.words == [1920, 1080])
        #expect(tool.events(of: head, 8).last?.fixed(0) == 1.25)
        screen.name = "OTHER-1"
        server.content.layOut(on: screen)
        tool.roundTrip()
        #expect(head != oldHead)
        #expect(tool.events(of: oldHead, 9).count == 1)
        #expect(tool.events(of: head, 0).last?.string(at: 0) == "OTHER-1")
    }

    @Test func whatIsThereAlreadySucceeds() {
        #expect(apply().result == 0)
        #expect(apply(test: true).result == 0)
        let result = apply { head in
            tool.send(head, 0, [.uint(mode)])
            tool.send(head, 2, [.int(0), .int(0)])
            tool.send(head, 3, [.int(0)])
            tool.send(head, 4, [.fixed(1)])
            tool.send(head, 5, [.uint(0)])
        }
        #expect(result.result == 0)
        #expect(apply { tool.send($0, 1, [.int(640), .int(480), .int(0)]) }.result == 0)
        #expect(tool.error == nil)
    }

    @Test func whatNobodyTakesFails() {
        #expect(apply { tool.send($0, 1, [.int(800), .int(600), .int(0)]) }.result == 1)
        #expect(apply { tool.send($0, 2, [.int(10), .int(0)]) }.result == 1)
        #expect(apply { tool.send($0, 3, [.int(1)]) }.result == 1)
        #expect(apply { tool.send($0, 4, [.fixed(2)]) }.result == 1)
        #expect(apply { tool.send($0, 5, [.uint(1)]) }.result == 1)
        let configuration = tool.create(manager, 0, [.uint(serial)])
        tool.send(configuration, 1, [.uint(head)])
        tool.send(configuration, 2)
        tool.roundTrip()
        #expect(tool.events(of: configuration, 1).count == 1)
        tool.send(configuration, 4)
        tool.roundTrip()
        #expect(tool.error == nil)
    }

    @Test func adaptiveSyncIsToldAndSet() {
        var screen = Self.monitor()
        layOut(on: screen)
        #expect(tool.events(of: head, 13).last?.words == [0])
        #expect(apply { tool.send($0, 5, [.uint(1)]) }.result == 0)
        screen.variesRefresh = true
        layOut(on: screen)
        #expect(tool.events(of: head, 13).last?.words == [1])
        #expect(apply { tool.send($0, 5, [.uint(1)]) }.result == 0, "as it is")
        #expect(apply { tool.send($0, 5, [.uint(0)]) }.result == 0)
        displays.isTaking = false
        #expect(apply(test: true) { tool.send($0, 5, [.uint(0)]) }.result == 1)
        #expect(displays.asked == ["set TEST-1 vrr on", "set TEST-1 vrr off", "test TEST-1 vrr off"])
    }

    @Test func allModesOfTheDisplayAreListed() {
        layOut(on: Self.monitor(Self.small, transform: .rotated90))
        let listed = modes.suffix(2)
        #expect(listed.map { tool.events(of: $0, 0).last?.words } == [[1920, 1080], [800, 600]])
        #expect(listed.map { tool.events(of: $0, 2).count } == [1, 0], "the first one is preferred")
        #expect(tool.events(of: head, 5).last?.words.first == listed.last, "the second one is in force")
        #expect(tool.events(of: head, 7).last?.words == [1])
        layOut(on: Self.monitor(transform: .rotated90))
        #expect(modes.suffix(2) == listed, "the list is the same")
        #expect(tool.events(of: head, 5).last?.words.first == listed.first)
        layOut(on: Self.monitor(modes: [Self.native]))
        #expect(listed.map { tool.events(of: $0, 3).count } == [1, 1])
        #expect(tool.events(of: head, 7).last?.words == [0])
    }

    @Test func whatDiffersIsSet() {
        layOut(on: Self.monitor())
        displays.taken = { [server] _ in server.content.layOut(on: Self.monitor(Self.small)) }
        let result = apply { head in
            tool.send(head, 0, [.uint(modes.last ?? 0)])
            tool.send(head, 2, [.int(0), .int(0)])
            tool.send(head, 3, [.int(0)])
            tool.send(head, 4, [.fixed(1)])
        }
        #expect(result.result == 0)
        #expect(displays.asked == ["set TEST-1 800x600@75000"])
        #expect(tool.events(of: head, 5).last?.words.first == modes.last)
        #expect(apply { tool.send($0, 3, [.int(3)]) }.result == 0)
        #expect(apply { tool.send($0, 4, [.fixed(1.5)]) }.result == 0)
        #expect(apply { tool.send($0, 1, [.int(1920), .int(1080), .int(0)]) }.result == 0)
        #expect(displays.asked.dropFirst() == ["set TEST-1 270", "set TEST-1 *1.5", "set TEST-1 1920x1080"])
        #expect(tool.error == nil)
    }

    @Test func aTestSetsNothing() {
        layOut(on: Self.monitor())
        #expect(apply(test: true) { tool.send($0, 4, [.fixed(2)]) }.result == 0)
        displays.isTaking = false
        #expect(apply(test: true) { tool.send($0, 4, [.fixed(3)]) }.result == 1)
        #expect(displays.asked == ["test TEST-1 *2.0", "test TEST-1 *3.0"])
    }

    @Test func whatTheDisplayRefusesFails() {
        layOut(on: Self.monitor())
        displays.isTaking = false
        #expect(apply { tool.send($0, 4, [.fixed(2)]) }.result == 1)
        displays.isTaking = true
        #expect(apply { tool.send($0, 4, [.fixed(11)]) }.result == 1)
        #expect(apply { tool.send($0, 2, [.int(10), .int(0)]) }.result == 1)
        #expect(displays.asked.count == 1)
    }

    /// The client cannot know yet that its modes have ended.
    @Test func modesThatHaveJustEndedCancel() {
        layOut(on: Self.monitor())
        let (old, oldSerial) = (modes.last ?? 0, serial)
        layOut(on: Self.monitor(modes: [Self.native]))
        #expect(apply(serial: oldSerial) { tool.send($0, 0, [.uint(old)]) }.result == 2)
        #expect(tool.error == nil && displays.asked.isEmpty)
    }

    @Test func anOldSerialCancels() {
        #expect(apply(serial: serial &- 1).result == 2)
    }

    @Test(
        arguments: [
            (0, [.uint(0), .uint(0)], 1), (1, [.int(0), .int(5), .int(0)], 3), (3, [.int(8)], 4),
            (3, [.int(-1)], 4), (4, [.fixed(0)], 5), (4, [.fixed(-1)], 5), (5, [.uint(2)], 6),
        ] as [(UInt16, [WireArgument], UInt32)])
    func wrongProperties(opcode: UInt16, arguments: [WireArgument], code: UInt32) {
        var target: UInt32 = 0
        _ = apply { head in
            target = head
            if opcode == 0 {
                for _ in 0..<2 { tool.send(head, 0, [.uint(mode)]) }
            } else {
                tool.send(head, opcode, arguments)
            }
        }
        #expect(tool.error?.object == target && tool.error?.code == code)
    }

    @Test func anotherModesObjectIsAnError() {
        let old = mode
        var screen = TestServer.screen
        screen.refreshMilliHertz = 50_000
        server.content.layOut(on: screen)
        tool.roundTrip()
        var target: UInt32 = 0
        _ = apply { head in
            target = head
            tool.send(head, 0, [.uint(old)])
        }
        #expect(tool.error?.object == target && tool.error?.code == 2)
    }

    @Test(arguments: [1, 2, 3] as [UInt32])
    func wrongConfigurations(code: UInt32) {
        let configuration = tool.create(manager, 0, [.uint(serial)])
        if code != 2 { _ = tool.create(configuration, 0, [.uint(head)]) }
        if code == 1 { tool.send(configuration, 1, [.uint(head)]) }
        tool.send(configuration, 2)
        if code == 3 { tool.send(configuration, 3) }
        tool.roundTrip()
        #expect(tool.error?.object == configuration && tool.error?.code == code)
    }

    @Test func wlrRandrListsTheOutput() throws {
        let client = try #require(
            try RealClient("wlr-randr", privilege: .tool, on: server), "wlr-randr is not installed")
        let text = client.finish()
        for part in ["TEST-1 \"TST Screen (TEST-1)\"", "640x480 px, 60.000000 Hz (preferred, current)"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test func wlrRandrIsToldThatItCannotChangeTheScale() throws {
        let client = try #require(
            try RealClient(
                "wlr-randr", ["--output", "TEST-1", "--scale", "2"], privilege: .tool, on: server),
            "wlr-randr is not installed")
        _ = client.finish()
        #expect(client.log.contains("failed to apply"), "\(client.log)")
    }
}

extension DisplaySettings {
    fileprivate var text: String {
        let size = mode.map { request in
            "\(request.size.width)x\(request.size.height)" + (request.refreshMilliHertz.map { "@\($0)" } ?? "")
        }
        let parts = [
            size, scale.map { "*\($0.factor)" }, transform.map { TransformName($0).description },
            variableRefresh.map { "vrr \($0.rawValue)" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
