import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ForeignToplevelTests {
    private typealias State = ZwlrForeignToplevelHandleV1.State
    private let server: TestServer
    private let tool: ShellClient
    private let client: ShellClient
    private let manager: UInt32

    init() throws {
        server = try TestServer(layout: .floating)
        tool = ShellClient(server, privilege: .tool)
        client = ShellClient(server)
        manager = tool.wire.bind("zwlr_foreign_toplevel_manager_v1")
        tool.wire.roundTrip()
    }

    /// The handles in the order in which they were listed.
    private var handles: [UInt32] {
        tool.wire.roundTrip()
        return tool.wire.events(of: manager, 0).map { $0.words[0] }
    }

    private func last(_ handle: UInt32, _ opcode: UInt16) -> WireMessage? {
        tool.wire.events(of: handle, opcode).last
    }

    private func states(_ handle: UInt32) -> Set<State> {
        tool.wire.roundTrip()
        return Set(last(handle, 4)?.words.dropFirst().compactMap(State.init(rawValue:)) ?? [])
    }

    @Test func windowsAreListedAndClosed() throws {
        let window = client.window(width: 100, height: 80)
        client.wire.send(window.role, 2, [.string("Title")])
        client.wire.send(window.role, 3, [.string("org.example.App")])
        client.wire.roundTrip()
        let handle = try #require(handles.first)
        #expect(handles.count == 1)
        #expect(last(handle, 0)?.string(at: 0) == "Title")
        #expect(last(handle, 1)?.string(at: 0) == "org.example.App")
        #expect(tool.wire.events.last { $0.object == handle }?.opcode == 5, "all is followed by done")
        client.wire.send(window.role, 0)
        client.wire.roundTrip()
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: handle, 6).count == 1)
        tool.wire.send(handle, 4, [.uint(tool.seat)])
        tool.wire.send(handle, 7)
        tool.wire.roundTrip()
        #expect(tool.wire.error == nil)
    }

    /// One place makes names fit for the status, for other clients and for rules.
    @Test func namesThatClientsChooseAreCutAndEscaped() throws {
        let window = client.window(width: 100, height: 80)
        client.wire.send(window.role, 2, [.string(String(repeating: "é", count: 2000))])
        client.wire.send(
            window.role, 3, [.bytes(Array("a\u{1b}\n".utf8) + [0xff] + Array(repeating: 0x7f, count: 3000))])
        client.wire.roundTrip()
        let handle = try #require(handles.first)
        let id = try #require(last(handle, 1)?.string(at: 0))
        #expect(id.hasPrefix(#"a\u{1b}\u{a}?\u{7f}"#) && id.hasSuffix("}"))
        #expect((250...AppID.longest).contains(id.utf8.count))
        #expect(last(handle, 0)?.string(at: 0) == String(repeating: "é", count: 512))
        let described = try #require(server.content.description)
        #expect(described.appID?.text == id && described.title?.utf8.count == 1024)
        #expect(server.content.windowIDs.map(\.text) == [id])
        client.wire.send(window.role, 3, [.string("")])
        client.wire.roundTrip()
        #expect(server.content.description?.appID == nil && server.content.windowIDs.isEmpty)
        #expect(handles.count == 1 && last(handle, 1)?.string(at: 0) == "")
        #expect(tool.wire.error == nil && client.wire.error == nil)
    }

    /// A window whose title never rests would else fill the tool's connection, which libwayland then ends.
    @Test func aToolThatLagsLearnsTheLastTitle() throws {
        let window = client.window(width: 100, height: 80)
        let handle = try #require(handles.first)
        for number in 0..<5000 {
            client.wire.send(window.role, 2, [.string("Title \(number)")])
            client.wire.roundTrip()
        }
        tool.wire.roundTrip()
        tool.wire.roundTrip()
        let titles = tool.wire.events(of: handle, 0).compactMap { $0.string(at: 0) }
        #expect(titles.last == "Title 4999" && titles.count < 1000)
        #expect(tool.wire.error == nil)
    }

    @Test func laterManagersSeeWhatIsThere() {
        let parent = client.window(width: 100, height: 80)
        _ = client.window(width: 50, height: 40, parent: parent)
        let late = ShellClient(server, privilege: .tool)
        let output = late.wire.bind("wl_output")
        let list = late.wire.bind("zwlr_foreign_toplevel_manager_v1")
        late.wire.roundTrip()
        let handles = late.wire.events(of: list, 0).map { $0.words[0] }
        #expect(handles.count == 2)
        #expect(late.wire.events(of: handles[0], 2).map { $0.words[0] } == [output])
        #expect(late.wire.events(of: handles[1], 7).map { $0.words[0] } == [handles[0]], "parent")
    }

    @Test func outputsBoundLaterAreEntered() throws {
        _ = client.window(width: 100, height: 80)
        let handle = try #require(handles.first)
        #expect(last(handle, 2) == nil)
        let output = tool.wire.bind("wl_output")
        tool.wire.roundTrip()
        #expect(last(handle, 2)?.words == [output])
    }

    @Test func statesAreSetFromOutside() throws {
        let window = client.window(width: 100, height: 80)
        let handle = try #require(handles.first)
        #expect(states(handle) == [.activated])
        for (set, unset, state, own) in [
            (UInt16(0), UInt16(1), State.maximized, UInt32(1)), (8, 9, .fullscreen, 2),
        ] {
            tool.wire.send(handle, set, set == 8 ? [.uint(0)] : [])
            #expect(states(handle) == [.activated, state])
            client.wire.roundTrip()
            #expect(client.lastConfigure(window)?.states.contains(own) == true)
            tool.wire.send(handle, unset)
            #expect(states(handle) == [.activated])
        }
    }

    @Test func minimisedWindowsAreNotShownUntilActivated() throws {
        let window = client.window(width: 100, height: 80, pixel: 0xff00_0001)
        _ = client.window(width: 20, height: 20, parent: window, pixel: 0xff00_0002)
        let handle = try #require(handles.first)
        tool.wire.send(handle, 2)
        #expect(states(handle) == [.minimized])
        #expect(server.frames.isEmpty, "a dialog goes with its window")
        tool.wire.send(handle, 4, [.uint(tool.seat)])
        #expect(states(handle) == [.activated])
        #expect(server.pixels == [0xff00_0001, 0xff00_0002])
        client.wire.send(window.role, 13)
        client.wire.roundTrip()
        #expect(states(handle) == [.minimized])
        tool.wire.send(handle, 3)
        #expect(states(handle) == [.activated])
    }

    @Test func minimisingTheActiveWindowActivatesTheNext() throws {
        let below = client.window(width: 100, height: 80)
        _ = client.window(width: 100, height: 80)
        tool.wire.send(handles[1], 2)
        tool.wire.roundTrip()
        client.wire.roundTrip()
        #expect(client.lastConfigure(below)?.states == [4])
        #expect(states(handles[0]) == [.activated])
    }

    @Test func closeAsksTheClient() throws {
        let window = client.window(width: 100, height: 80)
        tool.wire.send(try #require(handles.first), 5)
        tool.wire.roundTrip()
        client.wire.roundTrip()
        #expect(client.wire.events(of: window.role, 1).count == 1)
    }

    @Test func aNegativeRectangleIsAnError() throws {
        _ = client.window(width: 100, height: 80)
        let handle = try #require(handles.first)
        let surface = tool.surfaces.makeSurface()
        tool.wire.send(handle, 6, [.uint(surface), .int(0), .int(0), .int(10), .int(10)])
        tool.wire.roundTrip()
        #expect(tool.wire.error == nil)
        tool.wire.send(handle, 6, [.uint(surface), .int(0), .int(0), .int(-1), .int(10)])
        tool.wire.roundTrip()
        #expect(tool.wire.error?.object == handle && tool.wire.error?.code == 0)
    }

    @Test func aStoppedManagerListsNoMore() {
        tool.wire.send(manager, 0)
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: manager, 1).count == 1)
        _ = client.window(width: 100, height: 80)
        #expect(handles.isEmpty)
    }
}
