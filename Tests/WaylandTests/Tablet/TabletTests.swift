import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct TabletTests {
    private static let tablet = DeviceDescription(
        id: DeviceID(7), name: "Drawing board", capabilities: [.tablet],
        hardware: DeviceHardware(vendor: 0x56a, product: 0x357, path: "/dev/input/event9"))
    private static let pen = TabletTool(
        kind: .pen, serial: 0x1_0000_0002, hardwareID: 0x802, capabilities: [.pressure, .tilt])

    private let server: TestServer
    private let client: TabletClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        client = TabletClient(ShellClient(server))
        main = client.shell.window()
        server.content.deliver(.tabletAdded(Self.tablet))
    }

    private func take(_ inputs: ToolInput...) -> [TabletClient.Event] {
        for input in inputs { server.content.deliver(.tool(Self.tablet.id, input, Timestamp(microseconds: 9000))) }
        return client.events()
    }

    private func enter(_ x: Double, _ y: Double, _ axes: ToolAxes = ToolAxes()) -> ToolInput {
        .enter(Self.pen, Point(x: x, y: y), axes)
    }

    private func motion(_ x: Double, _ y: Double, _ axes: ToolAxes = ToolAxes()) -> ToolInput {
        .motion(Point(x: x, y: y), axes)
    }

    @Test func aTabletAndItsToolAreAnnounced() throws {
        let added = client.events()
        #expect(added.map(\.name) == ["tablet_added", "name", "id", "path", "done"])
        #expect(added[1].message.string(at: 0) == "Drawing board")
        #expect(added[2].message.words == [0x56a, 0x357])
        let tool = take(enter(10, 20)).prefix(7)
        #expect(
            tool.map(\.name) == [
                "tool_added", "type", "hardware_serial", "hardware_id_wacom", "capability", "capability", "done",
            ])
        #expect(tool[1].message.words == [0x140])
        #expect(tool[2].message.words == [1, 2] && tool[3].message.words == [0, 0x802])
    }

    @Test func laterClientsAreToldOfWhatIsThere() {
        _ = take(enter(10, 20))
        let other = TabletClient(ShellClient(server))
        let names = other.events().map(\.name)
        #expect(names.contains("tablet_added") && names.contains("tool_added"))
        #expect(!names.contains("proximity_in"))
    }

    @Test func aStrokeIsToldWithAllThatTheToolKnows() throws {
        let near = take(enter(10, 20, ToolAxes(distance: 1, tiltX: 5))).drop { $0.name != "proximity_in" }
        #expect(near.map(\.name) == ["proximity_in", "motion", "pressure", "tilt", "frame"])
        #expect(near.first?.message.words.last == main.surface)
        #expect(near.dropFirst().first.map { ($0.message.fixed(0), $0.message.fixed(1)) } ?? (0, 0) == (10, 20))
        let touch = take(motion(11, 21, ToolAxes(pressure: 0.5, tiltX: 5)), .down)
        #expect(touch.map(\.name) == ["motion", "pressure", "frame", "down", "frame"])
        #expect(touch[1].message.words == [32768])
        #expect(touch[4].message.words == [9])
        #expect(take(.up, .leave).map(\.name) == ["up", "frame", "proximity_out", "frame"])
    }

    @Test func whatDoesNotChangeIsNotRepeated() {
        _ = take(enter(10, 20))
        #expect(take(motion(10, 20)).isEmpty)
    }

    @Test func buttonsAreToldOnce() {
        _ = take(enter(10, 20))
        let names = take(.button(331, pressed: true), .button(331, pressed: true), .button(331, pressed: false))
        #expect(names.map(\.name) == ["button", "frame", "button", "frame"])
        #expect(names[0].message.words[1...] == [331, 1])
    }

    @Test func aHeldTipKeepsItsSurface() {
        _ = take(enter(320, 240), .down)
        let dialog = client.shell.window(width: 100, height: 100, parent: main)
        #expect(take(motion(322, 242)).map(\.name) == ["motion", "frame"])
        #expect(take(.up).map(\.name).prefix(4) == ["up", "frame", "proximity_out", "frame"])
        let entered = take(motion(323, 243))
        _ = entered
        client.shell.wire.send(dialog.role, 0)
        client.shell.wire.send(dialog.shell, 0)
        client.shell.wire.send(dialog.surface, 0)
        let back = client.events().map(\.name)
        #expect(back.contains("proximity_out") && back.contains("proximity_in"))
    }

    @Test func aSurfaceThatGoesEndsTheStroke() {
        _ = take(enter(10, 20), .down)
        client.shell.wire.send(main.role, 0)
        client.shell.wire.send(main.shell, 0)
        client.shell.wire.send(main.surface, 0)
        #expect(client.events().map(\.name).prefix(3) == ["up", "proximity_out", "frame"])
        #expect(take(.up, .leave).isEmpty)
    }

    @Test func aTabletThatGoesTakesItsToolAlong() {
        _ = take(enter(10, 20), .down)
        server.content.deliver(.tabletRemoved(Self.tablet.id))
        #expect(client.events().map(\.name) == ["up", "proximity_out", "frame", "removed"])
    }

    @Test func clientsWithoutTabletsGetAPointer() {
        let other = ShellClient(server)
        let window = other.window()
        other.wire.forgetEvents()
        _ = take(enter(10, 20), .down, motion(12, 20), .up, .button(331, pressed: true), .leave)
        other.wire.roundTrip()
        let events = other.wire.events.filter { $0.object == other.pointer }
        #expect(events.first?.words[1] == window.surface)
        #expect(events.map(\.opcode) == [0, 5, 3, 5, 2, 5, 3, 5, 3, 5, 3, 5])
        let buttons = other.wire.events(of: other.pointer, 3).map { Array($0.words[2...]) }
        #expect(buttons == [[0x110, 1], [0x110, 0], [0x111, 1], [0x111, 0]])
    }

    @Test func aToolsPictureIsItsClientsChoice() throws {
        let serial = try #require(take(enter(10, 20)).first { $0.name == "proximity_in" }?.message.words[0])
        guard case .named("default", let point) = server.content.cursor else {
            Issue.record("no picture at the tool")
            return
        }
        #expect(point == Point(x: 10, y: 20))
        client.shell.wire.send(client.tool, 0, [.uint(serial &- 1), .uint(0), .int(0), .int(0)])
        client.shell.wire.roundTrip()
        guard case .named = server.content.cursor else {
            Issue.record("an outdated serial hides the picture")
            return
        }
        client.shell.wire.send(client.tool, 0, [.uint(serial), .uint(0), .int(0), .int(0)])
        client.shell.wire.roundTrip()
        guard case .hidden = server.content.cursor else {
            Issue.record("the picture is still there")
            return
        }
        client.shell.wire.send(client.tool, 0, [.uint(serial), .uint(main.surface), .int(0), .int(0)])
        client.shell.wire.roundTrip()
        #expect(client.shell.wire.error?.object == client.tool && client.shell.wire.error?.code == 0)
    }

    @Test func aPenMovesAWindow() throws {
        let floating = try TestServer(layout: .floating)
        let client = TabletClient(ShellClient(floating))
        let window = client.shell.window(width: 100, height: 100)
        let place = try #require(floating.frames.first)
        floating.content.deliver(.tabletAdded(Self.tablet))
        let start = Point<ContentSpace>(x: Double(place.x) + 10, y: Double(place.y) + 10)
        for input in [ToolInput.enter(Self.pen, start, ToolAxes()), .down] {
            floating.content.deliver(.tool(Self.tablet.id, input, Timestamp(microseconds: 0)))
        }
        let serial = try #require(client.events().first { $0.name == "down" }?.message.words[0])
        client.shell.wire.send(window.role, 5, [.uint(client.shell.seat), .uint(serial)])
        client.shell.wire.roundTrip()
        let moved = ToolInput.motion(start.offset(x: 30, y: 5), ToolAxes())
        floating.content.deliver(.tool(Self.tablet.id, moved, Timestamp(microseconds: 0)))
        floating.pump()
        #expect(floating.frames.first == place.offset(x: 30, y: 5))
    }
}
