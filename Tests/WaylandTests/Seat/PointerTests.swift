import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct PointerTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        client.wire.forgetEvents()
    }

    /// The opcodes of the pointer events since the last look.
    private func opcodes(_ client: ShellClient? = nil) -> [UInt16] {
        let client = client ?? self.client
        client.wire.roundTrip()
        defer { client.wire.forgetEvents() }
        return client.wire.events.filter { $0.object == client.pointer }.map(\.opcode)
    }

    @Test func entersMovesAndLeaves() {
        server.point(10.5, 20.25, at: 7)
        client.wire.roundTrip()
        let enter = client.wire.events(of: client.pointer, 0).last
        #expect(enter?.words[1] == main.surface)
        #expect(enter?.fixed(2) == 10.5 && enter?.fixed(3) == 20.25)
        #expect(opcodes() == [0, 5])
        server.point(11, 21, at: 8)
        client.wire.roundTrip()
        let motion = client.wire.events(of: client.pointer, 2).last
        #expect(motion?.words[0] == 8 && motion?.fixed(1) == 11 && motion?.fixed(2) == 21)
        #expect(opcodes() == [2, 5])
        server.content.deliver(.pointerLeave)
        #expect(opcodes() == [1, 5])
    }

    @Test func theContentsScaleIsUndone() throws {
        var screen = TestServer.screen
        screen.scale = try #require(Scale(2))
        server.content.layOut(on: screen)
        server.point(100, 50)
        client.wire.roundTrip()
        let enter = client.wire.events(of: client.pointer, 0).last
        // The window still has 640x480, twice what there is room for; its corner stays at the screen's.
        #expect(enter?.fixed(2) == 50 && enter?.fixed(3) == 25)
    }

    @Test func heldButtonsKeepTheSurface() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        server.point(320, 240)
        #expect(opcodes().suffix(2) == [0, 5])
        server.button(pressed: true)
        server.point(5, 5)
        server.button(0x111, pressed: true)
        server.button(pressed: false)
        #expect(opcodes() == [3, 5, 2, 5, 3, 5, 3, 5])
        server.button(0x111, pressed: false)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == main.surface)
        #expect(client.wire.events(of: client.pointer, 1).last?.words[1] == dialog.surface)
        #expect(opcodes() == [3, 1, 0, 5])
    }

    @Test func inputRegionsLetThePointerThrough() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        let region = client.surfaces.makeRegion([(0, 0, 50, 100)])
        client.wire.send(dialog.surface, 5, [.uint(region)])
        client.surfaces.commit(dialog.surface)
        server.point(300, 240)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == dialog.surface)
        server.point(360, 240)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == main.surface)
    }

    @Test func windowsThatComeAndGoUnderThePointerAreFollowed() {
        server.point(320, 240)
        let dialog = client.window(width: 100, height: 100, parent: main)
        server.pump()
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == dialog.surface)
        server.button(pressed: true)
        client.wire.send(dialog.role, 0)
        client.wire.send(dialog.shell, 0)
        client.wire.send(dialog.surface, 0)
        client.wire.roundTrip()
        _ = opcodes()
        server.point(321, 241)
        #expect(opcodes() == [], "the press began on what is gone")
        server.button(pressed: false)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == main.surface)
    }

    @Test func wheelsByVersion() {
        let old = ShellClient(server, seatVersion: 7)
        let ancient = ShellClient(server, seatVersion: 4)
        func scroll(_ axis: PointerAxis) {
            server.content.deliver(.pointerAxis(axis, Timestamp(microseconds: 3000)))
            server.content.deliver(.pointerFrame)
        }
        func events(_ client: ShellClient) -> [UInt16] {
            _ = client.window()
            server.point(1, 1)
            server.point(2, 2)
            _ = opcodes(client)
            scroll(PointerAxis(source: .wheel, dy: 5, clicks120Y: 40))
            scroll(PointerAxis(source: .wheel, dy: 10, clicks120Y: 80))
            scroll(PointerAxis(source: .finger, dx: -3, stopsY: true))
            return opcodes(client)
        }
        #expect(events(client) == [6, 9, 4, 5, 6, 9, 4, 5, 6, 7, 4, 5])
        #expect(events(old) == [6, 4, 5, 6, 8, 4, 5, 6, 7, 4, 5])
        #expect(events(ancient) == [4, 4, 4])
    }

    @Test func releaseAllReleasesWhatIsHeld() {
        server.point(5, 5)
        server.button(pressed: true)
        server.button(0x112, pressed: true)
        server.key(30, pressed: true)
        client.wire.roundTrip()
        client.wire.forgetEvents()
        server.content.deliver(.releaseAll(Timestamp(microseconds: 1)))
        client.wire.roundTrip()
        #expect(
            client.wire.events(of: client.pointer, 3).map { [$0.words[2], $0.words[3]] } == [[0x112, 0], [0x110, 0]])
        #expect(client.wire.events(of: client.keyboard, 3).map { [$0.words[2], $0.words[3]] } == [[30, 0]])
    }

    // MARK: The pointer's picture

    private var enterSerial: UInt32 {
        client.wire.roundTrip()
        return client.wire.events(of: client.pointer, 0).last?.words[0] ?? 0
    }

    private func setCursor(_ surface: UInt32, serial: UInt32, x: Int32 = 0, y: Int32 = 0) {
        client.wire.send(client.pointer, 0, [.uint(serial), .uint(surface), .int(x), .int(y)])
        client.wire.roundTrip()
    }

    private var cursorFrames: [Rect<ContentSpace>] {
        guard case .elements(let elements, _) = server.content.cursor else { return [] }
        return elements.map(\.destination)
    }

    private var cursorName: String? {
        guard case .named(let name, _) = server.content.cursor else { return nil }
        return name
    }

    @Test func clientsDrawTheirCursor() {
        server.point(100.75, 50)
        #expect(cursorName == "default")
        let surface = client.surfaces.makeSurface()
        setCursor(surface, serial: enterSerial, x: 3, y: 4)
        #expect(cursorFrames.isEmpty && cursorName == nil, "nothing committed yet")
        client.surfaces.show(client.surfaces.makeBuffer(16, 16), on: surface)
        #expect(cursorFrames == [Rect(x: 97, y: 46, width: 16, height: 16)])
        server.point(200, 60)
        #expect(cursorFrames == [Rect(x: 197, y: 56, width: 16, height: 16)])
        client.wire.send(surface, 10, [.int(2), .int(-1)])
        client.surfaces.commit(surface)
        #expect(cursorFrames == [Rect(x: 199, y: 55, width: 16, height: 16)])
        setCursor(surface, serial: enterSerial, x: 0, y: 0)
        #expect(cursorFrames == [Rect(x: 200, y: 60, width: 16, height: 16)])
        setCursor(0, serial: enterSerial)
        #expect(cursorFrames.isEmpty && cursorName == nil)
        server.content.deliver(.pointerLeave)
        server.point(1, 1)
        #expect(cursorName == "default", "each entering begins anew")
    }

    @Test func outdatedSerialsChangeNothing() {
        server.point(1, 1)
        let stale = enterSerial
        server.content.deliver(.pointerLeave)
        server.point(2, 2)
        setCursor(0, serial: stale)
        #expect(cursorName == "default")
        #expect(client.wire.error == nil)
    }

    @Test func cursorsOfAnotherRoleAreAnError() {
        server.point(1, 1)
        setCursor(main.surface, serial: enterSerial)
        #expect(client.wire.error?.object == client.pointer)
        #expect(client.wire.error?.code == WlPointer.ErrorCode.role.rawValue)
    }

    @Test func cursorSurfacesMayVanish() {
        server.point(1, 1)
        let surface = client.surfaces.makeSurface()
        setCursor(surface, serial: enterSerial)
        client.surfaces.show(client.surfaces.makeBuffer(16, 16), on: surface)
        client.wire.send(surface, 0)
        client.wire.roundTrip()
        #expect(cursorFrames.isEmpty)
        server.point(2, 2)
        client.wire.hangUp()
        server.pump()
        #expect(cursorName == "default")
    }

    // MARK: Dragging windows

    @Test func dialogsAreMovedByTheirPress() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        server.point(320, 240)
        server.button(pressed: true)
        client.wire.roundTrip()
        let serial = client.wire.events(of: client.pointer, 3).last?.words[0] ?? 0
        _ = opcodes()
        client.wire.send(dialog.role, 5, [.uint(client.seat), .uint(serial)])
        #expect(opcodes() == [1, 5])
        server.point(330, 260)
        #expect(server.frames.last == Rect(x: 280, y: 210, width: 100, height: 100))
        #expect(cursorName == "grabbing")
        server.button(pressed: false)
        #expect(opcodes() == [0, 5])
        server.point(400, 300)
        #expect(server.frames.last == Rect(x: 280, y: 210, width: 100, height: 100))
    }

    @Test func dialogsAreResizedByTheirPress() {
        let dialog = client.window(width: 100, height: 100, parent: main)
        server.point(320, 240)
        server.button(pressed: true)
        client.wire.roundTrip()
        let serial = client.wire.events(of: client.pointer, 3).last?.words[0] ?? 0
        client.wire.send(dialog.role, 6, [.uint(client.seat), .uint(serial), .uint(10)])
        client.wire.roundTrip()
        server.point(340, 230)
        client.wire.roundTrip()
        #expect(client.lastConfigure(dialog)?.width == 120 && client.lastConfigure(dialog)?.height == 90)
        #expect(client.lastConfigure(dialog)?.states == [3, 4])
        server.button(pressed: false)
        client.wire.roundTrip()
        #expect(client.lastConfigure(dialog)?.states == [4])
    }

    @Test func fullWindowsAndOutdatedSerialsStayPut() {
        server.point(320, 240)
        server.button(pressed: true)
        client.wire.roundTrip()
        let serial = client.wire.events(of: client.pointer, 3).last?.words[0] ?? 0
        client.wire.send(main.role, 5, [.uint(client.seat), .uint(serial)])
        client.wire.roundTrip()
        server.point(400, 300)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        server.button(pressed: false)
        let dialog = client.window(width: 100, height: 100, parent: main)
        client.wire.send(dialog.role, 5, [.uint(client.seat), .uint(serial)])
        client.wire.roundTrip()
        server.point(410, 310)
        #expect(server.frames.last == Rect(x: 270, y: 190, width: 100, height: 100))
    }
}
