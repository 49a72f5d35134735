import CLinux
import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Tools see an output for each display: first of all the application's, TEST-1 of 640x480, and beside it PANEL-1 of 320x200.
@Suite struct ToolOutputTests {
    private let server: TestServer
    private let tool: SurfaceClient
    private let displays = FakeDisplays()
    private let main: UInt32
    private static let panel = screen("PANEL-1", 320, 200)

    private static func screen(_ name: String, _ width: Int, _ height: Int) -> LogicalScreen {
        var screen = TestServer.screen
        (screen.name, screen.size) = (name, Size(width: width, height: height))
        return screen
    }

    /// Displays whose pictures a test paints.
    private final class FakeDisplays: DisplayReader {
        var pictures: [OutputID: MemoryBuffer] = [:]
        var requests: [OutputID] = []
        var forgotten: [OutputID] = []
        var cursors: [Bool] = []
        var displayShown: (OutputID, Region<ContentSpace>, Timestamp) -> Void = { _, _, _ in }

        func hasPicture(of id: OutputID) -> Bool { pictures[id] != nil }

        func withPicture<Result>(of id: OutputID, cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
            cursors.append(cursor)
            return pictures[id].map(body)
        }

        func requestFrame(of id: OutputID) { requests.append(id) }

        func forget(_ id: OutputID) { forgotten.append(id) }
    }

    init() throws {
        server = try TestServer(layout: .filling)
        server.content.allowCopies(ofDisplays: displays)
        tool = SurfaceClient(server, privilege: .tool)
        main = tool.wire.bind("wl_output")
        tool.wire.roundTrip()
    }

    private func show(_ screens: [LogicalScreen], content: Rect<OutputSpace>? = nil) {
        server.content.show(screens.map { ShownDisplay(screen: $0, content: content) })
        tool.wire.roundTrip()
    }

    /// The panel comes beside the application's display; its output.
    private func plugPanel(content: Rect<OutputSpace>? = nil) -> UInt32 {
        show([TestServer.screen, Self.panel], content: content)
        let global = tool.wire.announced.last
        let output = global.map { tool.wire.bind($0.name, $0.interface, $0.version) } ?? 0
        tool.wire.roundTrip()
        return output
    }

    private func name(_ output: UInt32, _ wire: WireClient) -> String? {
        wire.events(of: output, 4).last?.string(at: 0)
    }

    private func outputs(_ wire: WireClient) -> [String] {
        let all = wire.bindAll("wl_output")
        wire.roundTrip()
        return all.compactMap { name($0, wire) }
    }

    // MARK: Outputs

    @Test func aDisplayHasAnOutputAsLongAsItIsThere() {
        let panel = plugPanel()
        #expect(name(panel, tool.wire) == "PANEL-1")
        #expect(tool.wire.events(of: panel, 0).last?.words.first == 640, "right of the application's")
        #expect(tool.wire.events(of: panel, 1).last?.words[1...2] == [320, 200])
        let described = tool.wire.create(tool.wire.bind("zxdg_output_manager_v1"), 1, [.uint(panel)])
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: described, 0).last?.words == [640, 0])
        #expect(tool.wire.events(of: described, 1).last?.words == [320, 200])
        #expect(tool.wire.events(of: described, 3).last?.string(at: 0) == "PANEL-1")
        show([Self.screen("TEST-1", 640, 480)])
        #expect(outputs(tool.wire) == ["TEST-1"])
        #expect(outputs(server.connect(privilege: .tool).0) == ["TEST-1"])
        #expect(tool.wire.error == nil)
    }

    @Test func whatIsRightOfADisplayMovesWithItsWidth() {
        let panel = plugPanel()
        server.content.layOut(on: Self.screen("TEST-1", 800, 600))
        show([Self.screen("TEST-1", 800, 600), Self.panel])
        #expect(tool.wire.events(of: panel, 0).map { $0.words[0] } == [640, 800])
        #expect(tool.wire.events(of: main, 0).last?.words[0] == 0)
    }

    @Test func applicationsSeeOneOutput() {
        let application = server.connect().0
        _ = plugPanel()
        application.roundTrip()
        #expect(outputs(application) == ["TEST-1"])
        #expect(outputs(server.connect().0) == ["TEST-1"])
    }

    /// Many tools take the last output if they are told of none.
    @Test func newToolsAreToldOfTheApplicationsOutputLast() {
        _ = plugPanel()
        let second = server.connect(privilege: .tool).0
        #expect(outputs(second) == ["PANEL-1", "TEST-1"])
        show([TestServer.screen, Self.panel, Self.screen("COPY-1", 100, 100)])
        #expect(outputs(server.connect(privilege: .tool).0) == ["PANEL-1", "COPY-1", "TEST-1"])
        second.roundTrip()
        #expect(outputs(second) == ["PANEL-1", "TEST-1", "COPY-1"])
        #expect(outputs(tool.wire) == ["TEST-1", "PANEL-1", "COPY-1"])
    }

    @Test func theMainOutputFollowsTheApplicationAndNoDisplayHasTwo() {
        _ = plugPanel()
        server.content.layOut(on: Self.panel)
        tool.wire.roundTrip()
        #expect(tool.wire.announced.filter { $0.interface == "wl_output" }.count == 1)
        #expect(tool.wire.events(of: main, 1).last?.words[1...2] == [320, 200])
        show([Self.panel, TestServer.screen])
        #expect(outputs(server.connect(privilege: .tool).0) == ["TEST-1", "PANEL-1"])
        // The last display goes, and the main output stays.
        show([])
        #expect(outputs(server.connect(privilege: .tool).0) == ["PANEL-1"])
    }

    @Test func anOutputThatHasJustGoneCanBeBoundAndUsed() throws {
        _ = plugPanel()
        let global = try #require(tool.wire.announced.last)
        server.content.show([ShownDisplay(screen: TestServer.screen)])
        let wire = tool.wire
        let late = wire.bind(global.name, global.interface, global.version)
        let copy = wire.create(wire.bind("zwlr_screencopy_manager_v1"), 0, [.int(0), .uint(late)])
        let power = wire.create(wire.bind("zwlr_output_power_manager_v1"), 0, [.uint(late)])
        let gamma = wire.create(wire.bind("zwlr_gamma_control_manager_v1"), 0, [.uint(late)])
        let layer = wire.create(
            wire.bind("zwlr_layer_shell_v1"), 0,
            [.uint(tool.makeSurface()), .uint(late), .uint(2), .string("late")])
        wire.roundTrip()
        #expect([(copy, 3), (power, 1), (gamma, 1), (layer, 1)].allSatisfy { wire.events(of: $0, $1).count == 1 })
        #expect(wire.error == nil)
    }

    /// As Debian 12's wayvnc, which ends if an output goes that has come after its start.
    @Test func aToolWithoutNamesIsNotToldOfDisplaysThatCome() {
        let wire = server.connect(privilege: .tool).0
        _ = wire.bind("wl_output", version: 3)
        wire.roundTrip()
        _ = plugPanel()
        wire.roundTrip()
        #expect(wire.announced.filter { $0.interface == "wl_output" }.count == 1)
        let later = server.connect(privilege: .tool).0
        _ = later.bind("wl_output", version: 3)
        later.roundTrip()
        show([TestServer.screen])
        for client in [wire, later] {
            client.roundTrip()
            #expect(client.announced.filter { $0.interface == "wl_output" }.count == 1)
        }
    }

    @Test func thereIsAHeadForEachOutputThatTheToolKnows() {
        let managers = [tool.wire, server.connect(privilege: .tool).0].map { ($0, $0.bind("zwlr_output_manager_v1")) }
        let panel = plugPanel()
        func heads(_ index: Int) -> [String?] {
            let (wire, manager) = managers[index]
            wire.roundTrip()
            let all = wire.events(of: manager, 0).map { $0.words[0] }
            return all.filter { wire.events(of: $0, 9).isEmpty }.map { wire.events(of: $0, 0).last?.string(at: 0) }
        }
        #expect(panel > 0 && heads(0) == ["TEST-1", "PANEL-1"] && heads(1) == ["TEST-1"])
        let (wire, manager) = managers[0]
        let all = wire.events(of: manager, 0).map { $0.words[0] }
        #expect(wire.events(of: all[1], 6).last?.words == [640, 0])
        let serial = wire.events(of: manager, 1).last?.words[0] ?? 0
        let configuration = wire.create(manager, 0, [.uint(serial)])
        for (index, head) in all.enumerated() {
            let wish = wire.create(configuration, 0, [.uint(head)])
            wire.send(wish, 2, [.int(index == 0 ? 0 : 640), .int(0)])
        }
        wire.send(configuration, 2)
        wire.roundTrip()
        #expect(wire.events(of: configuration, 0).count == 1 && wire.error == nil)
        show([TestServer.screen])
        #expect(heads(0) == ["TEST-1"] && heads(1) == ["TEST-1"])
    }

    // MARK: Copies

    @Test func aDisplayIsCopiedInItsOwnPixels() throws {
        let panel = plugPanel()
        let id = OutputID("PANEL-1")
        let picture = try #require(MemoryBuffer(size: Size(width: 320, height: 200)))
        picture.row(3)[2] = 0x0012_3456
        displays.pictures[id] = picture
        let manager = tool.wire.bind("zwlr_screencopy_manager_v1")
        let buffer = tool.makeBuffer(320, 200, 0)
        func copy(withDamage: Bool, cursor: Int32 = 0) -> UInt32 {
            let frame = tool.wire.create(manager, 0, [.int(cursor), .uint(panel)])
            tool.wire.send(frame, withDamage ? 2 : 0, [.uint(buffer)])
            tool.wire.roundTrip()
            return frame
        }
        func isReady(_ frame: UInt32) -> Bool {
            tool.wire.roundTrip()
            return !tool.wire.events(of: frame, 2).isEmpty
        }
        let first = copy(withDamage: false)
        #expect(tool.wire.events(of: first, 0).map(\.words) == [[1, 320, 200, 1280]])
        #expect(displays.requests == [id] && !isReady(first), "it waits for a frame of that display")
        server.present()
        #expect(!isReady(first))
        displays.displayShown(id, Region(Rect(x: 0, y: 0, width: 320, height: 200)), Timestamp(microseconds: 1))
        #expect(isReady(first) && displays.cursors == [false])
        let second = copy(withDamage: true, cursor: 1)
        displays.displayShown(id, Region(), Timestamp(microseconds: 2))
        #expect(displays.requests == [id] && !isReady(second))
        displays.displayShown(id, Region(Rect(x: 2, y: 3, width: 4, height: 5)), Timestamp(microseconds: 3))
        #expect(isReady(second) && displays.cursors == [false, true])
        #expect(tool.wire.events(of: second, 4).map(\.words) == [[2, 3, 4, 5]])
        let last = copy(withDamage: true)
        show([TestServer.screen])
        #expect(!tool.wire.events(of: last, 3).isEmpty && displays.forgotten == [id])
        #expect(tool.wire.error == nil)
    }

    @Test func nobodyFollowsADisplayForAToolThatIsGone() {
        let panel = plugPanel()
        let id = OutputID("PANEL-1")
        displays.pictures[id] = MemoryBuffer(size: Size(width: 320, height: 200))
        let manager = tool.wire.bind("zwlr_screencopy_manager_v1")
        let frame = tool.wire.create(manager, 0, [.int(0), .uint(panel)])
        tool.wire.send(frame, 0, [.uint(tool.makeBuffer(320, 200))])
        tool.wire.roundTrip()
        displays.displayShown(id, Region(), Timestamp(microseconds: 1))
        #expect(displays.forgotten.isEmpty)
        tool.wire.hangUp()
        server.pump()
        displays.displayShown(id, Region(), Timestamp(microseconds: 2))
        #expect(displays.forgotten == [id])
    }

    // MARK: Layers

    @Test func aBarForEachOutputIsShownOnce() {
        let layers = LayerClient(server)
        let bars = layers.wire.bindAll("wl_output")
        let bar = layers.bar(output: bars[0])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
        show([TestServer.screen, Self.panel])
        layers.wire.roundTrip()
        let panel = layers.wire.bindAll("wl_output").last ?? 0
        let twin = layers.make(anchor: [.top, .left, .right], height: 20, zone: 20, output: panel)
        layers.map(twin)
        #expect(layers.lastSize(twin) == Size(width: 320, height: 20), "its own display's width")
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
        #expect(server.content.isSettled)
        show([TestServer.screen])
        layers.wire.roundTrip()
        #expect(layers.wire.events(of: twin.role, 1).count == 1, "closed")
        #expect(layers.wire.events(of: bar.role, 1).isEmpty)
        layers.surfaces.show(layers.surfaces.makeBuffer(320, 20), on: twin.surface)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
        #expect(layers.wire.error == nil)
    }

    /// Some tools make the surface for the other output first.
    @Test func theOrderOfBarsDoesNotMatter() {
        let layers = LayerClient(server)
        show([TestServer.screen, Self.panel])
        layers.wire.roundTrip()
        let outputs = layers.wire.bindAll("wl_output")
        _ = layers.bar(height: 20, output: outputs[1])
        _ = layers.bar(height: 30, output: outputs[0])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
    }

    @Test func aSurfaceForAnotherDisplayAloneIsShownWithTheApplication() {
        let layers = LayerClient(server)
        show([TestServer.screen, Self.panel])
        layers.wire.roundTrip()
        let panel = layers.wire.bindAll("wl_output")[1]
        let notification = layers.bar(output: panel)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
        show([TestServer.screen])
        layers.wire.roundTrip()
        #expect(server.frames.count == 1 && layers.wire.events(of: notification.role, 1).isEmpty)
    }

    // MARK: The rest

    @Test func aLockerShowsTheSurfaceForTheApplicationsOutput() {
        let panel = plugPanel()
        let lock = tool.wire.create(tool.wire.bind("ext_session_lock_manager_v1"), 1)
        func surface(_ output: UInt32, _ pixel: UInt32) -> (role: UInt32, size: [UInt32]) {
            let surface = tool.makeSurface()
            let role = tool.wire.create(lock, 1, [.uint(surface), .uint(output)])
            tool.wire.roundTrip()
            guard let told = tool.wire.events(of: role, 0).last?.words else { return (role, []) }
            tool.wire.send(role, 1, [.uint(told[0])])
            tool.show(tool.makeBuffer(Int(told[1]), Int(told[2]), pixel), on: surface)
            return (role, Array(told.suffix(2)))
        }
        #expect(surface(main, 0xff11_1111).size == [640, 480])
        #expect(surface(panel, 0xff22_2222).size == [320, 200])
        #expect(server.pixels == [0xff11_1111])
        #expect(tool.wire.error == nil)
        let second = tool.wire.create(lock, 1, [.uint(tool.makeSurface()), .uint(panel)])
        tool.wire.roundTrip()
        #expect(second > 0 && tool.wire.error?.code == ExtSessionLockV1.ErrorCode.duplicateOutput.rawValue)
    }

    private final class Switches: PowerObserver {
        var asked: [String] = []

        func setPower(of id: OutputID, isOn: Bool) -> Bool {
            asked.append("\(id.name) \(isOn)")
            return true
        }
    }

    @Test func eachDisplayIsTurnedOffByItself() {
        let switches = Switches()
        server.content.powerObserver = switches
        let panel = plugPanel()
        let manager = tool.wire.bind("zwlr_output_power_manager_v1")
        let powers = [main, panel].map { tool.wire.create(manager, 0, [.uint($0)]) }
        tool.wire.send(powers[1], 0, [.uint(0)])
        tool.wire.roundTrip()
        #expect(switches.asked == ["PANEL-1 false"])
        server.content.displaysTurnedOff([OutputID("PANEL-1")])
        tool.wire.roundTrip()
        #expect(powers.map { tool.wire.events(of: $0, 0).compactMap(\.words.first) } == [[1], [1, 0]])
        show([TestServer.screen])
        #expect(powers.map { tool.wire.events(of: $0, 1).count } == [0, 1])
    }

    private final class Tints: GammaObserver {
        var tables: [GammaTable?] = []

        func gammaSize(of id: OutputID) -> Int? { id.name == "PANEL-1" ? 2 : 4 }

        func setGamma(_ table: GammaTable?) { tables.append(table) }
    }

    @Test func aToolTintsByAControlForEachDisplay() {
        let tints = Tints()
        server.content.gammaObserver = tints
        let panel = plugPanel()
        let manager = tool.wire.bind("zwlr_gamma_control_manager_v1")
        let controls = [main, panel, panel].map { tool.wire.create(manager, 0, [.uint($0)]) }
        tool.wire.roundTrip()
        #expect(controls.map { tool.wire.events(of: $0, 0).compactMap(\.words.first) } == [[4], [2], []])
        #expect(controls.map { tool.wire.events(of: $0, 1).count } == [0, 0, 1])
        let values = [UInt16](repeating: 7, count: 6)
        let file = values.withUnsafeBytes { kagami_sealed_memfd("test", $0.baseAddress, $0.count) }
        tool.wire.send(controls[1], 0, [.descriptor(file)])
        tool.wire.send(controls[1], 1)
        tool.wire.roundTrip()
        #expect(tints.tables == [GammaTable(red: [7, 7], green: [7, 7], blue: [7, 7])], "the other control is left")
        tool.wire.send(controls[0], 1)
        tool.wire.roundTrip()
        #expect(tints.tables.count == 2 && tints.tables.last == .some(nil))
    }

    /// The panel shows the content in its middle, at half its size.
    @Test func aPointerOnADisplayPointsAtWhatTheDisplayShows() {
        let client = ShellClient(server)
        _ = client.window()
        let panel = plugPanel(content: Rect(x: 0, y: -20, width: 320, height: 240))
        let manager = tool.wire.bind("zwlr_virtual_pointer_manager_v1")
        let pointer = tool.wire.newID()
        tool.wire.send(manager, 2, [.uint(0), .uint(panel), .uint(pointer)])
        tool.wire.send(pointer, 1, [.uint(1), .uint(100), .uint(50), .uint(320), .uint(200)])
        tool.wire.send(pointer, 4)
        tool.wire.roundTrip()
        client.wire.roundTrip()
        let enter = client.wire.events(of: client.pointer, 0).last
        #expect(enter?.fixed(2) == 200 && enter?.fixed(3) == 140)
    }
}
