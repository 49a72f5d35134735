import Mirroring
import Geometry
import Testing
import WaylandBinding

@testable import Wayland

/// Windows made through the core protocol's `wl_shell` are windows like any other.
@Suite struct LegacyShellTests {
    private struct Window {
        var surface: UInt32
        var shell: UInt32
    }

    private let server: TestServer
    private let client: ShellClient
    private let shell: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        shell = client.wire.bind("wl_shell")
    }

    private func makeWindow() -> Window {
        let surface = client.surfaces.makeSurface()
        return Window(surface: surface, shell: client.wire.create(shell, 0, [.uint(surface)]))
    }

    private func show(_ window: Window, width: Int = 100, height: Int = 80) {
        client.surfaces.show(client.surfaces.makeBuffer(width, height), on: window.surface)
        client.wire.roundTrip()
    }

    private func toplevel(width: Int = 640, height: Int = 480) -> Window {
        let window = makeWindow()
        client.wire.send(window.shell, 3)
        show(window, width: width, height: height)
        return window
    }

    private func setTransient(_ window: Window, of parent: UInt32, x: Int32, y: Int32, flags: UInt32 = 0) {
        client.wire.send(window.shell, 4, [.uint(parent), .int(x), .int(y), .uint(flags)])
    }

    private func setPopup(_ window: Window, of parent: UInt32, x: Int32, y: Int32, serial: UInt32) {
        client.wire.send(
            window.shell, 6, [.uint(client.seat), .uint(serial), .uint(parent), .int(x), .int(y), .uint(0)])
    }

    /// The sizes that the window was told.
    private func sizes(_ window: Window) -> [[Int32]] {
        client.wire.roundTrip()
        return client.wire.events(of: window.shell, 1).map { [$0.int(1), $0.int(2)] }
    }

    private func press() -> UInt32 {
        server.click(5, 5)
        client.wire.roundTrip()
        return client.wire.events(of: client.pointer, 3).last { $0.words[3] == 1 }?.words[0] ?? 0
    }

    private var keyboardFocus: UInt32? {
        client.wire.roundTrip()
        return client.wire.events.last { $0.object == client.keyboard && $0.opcode == 1 }?.words[1]
    }

    @Test func aToplevelIsToldItsSizeAndShownAtOnce() {
        let window = toplevel()
        #expect(sizes(window) == [[640, 480]])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(keyboardFocus == window.surface)
    }

    @Test func contentsBeforeTheKindOfWindowAreShownWithIt() {
        let window = makeWindow()
        show(window)
        #expect(server.frames.isEmpty && client.wire.error == nil)
        client.wire.send(window.shell, 3)
        client.wire.roundTrip()
        #expect(server.frames == [Rect(x: 270, y: 200, width: 100, height: 80)])
    }

    @Test func contentsMayGoAndComeBack() {
        let window = toplevel()
        client.wire.send(window.shell, 8, [.string("Still the same")])
        client.surfaces.show(0, on: window.surface)
        client.wire.roundTrip()
        #expect(server.frames.isEmpty)
        show(window)
        #expect(server.frames.count == 1)
        #expect(server.content.description?.title == "Still the same")
        #expect(client.wire.error == nil)
    }

    @Test func titleAndClassAreTold() {
        let window = makeWindow()
        client.wire.send(window.shell, 8, [.string("A title")])
        client.wire.send(window.shell, 3)
        client.wire.send(window.shell, 9, [.string("a-class")])
        show(window)
        #expect(server.content.description?.title == "A title")
        #expect(server.content.description?.appID == "a-class")
    }

    @Test func fullscreenIsAnsweredEachTime() {
        let window = toplevel()
        client.wire.send(window.shell, 5, [.uint(0), .uint(0), .uint(0)])
        client.wire.send(window.shell, 7, [.uint(0)])
        #expect(sizes(window) == [[640, 480], [640, 480], [640, 480]])
    }

    @Test func onTheDesktopOnlyAScreenfulHasASize() throws {
        let server = try TestServer(layout: .floating)
        let client = SurfaceClient(server)
        let surface = client.makeSurface()
        let shell = client.wire.create(client.wire.bind("wl_shell"), 0, [.uint(surface)])
        client.wire.send(shell, 3)
        client.show(client.makeBuffer(100, 80), on: surface)
        client.wire.roundTrip()
        #expect(client.wire.events(of: shell, 1).isEmpty)
        client.wire.send(shell, 7, [.uint(0)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: shell, 1).map { [$0.int(1), $0.int(2)] } == [[640, 480]])
    }

    @Test func aDialogStandsWhereItWants() {
        let window = toplevel()
        let dialog = makeWindow()
        setTransient(dialog, of: window.surface, x: 30, y: 40)
        show(dialog)
        #expect(server.frames.last == Rect(x: 30, y: 40, width: 100, height: 80))
        #expect(keyboardFocus == dialog.surface)
        setTransient(dialog, of: window.surface, x: -10, y: 4)
        client.wire.roundTrip()
        #expect(server.frames.last == Rect(x: -10, y: 4, width: 100, height: 80))
    }

    @Test func aTooltipLeavesTheKeyboardAlone() {
        let window = toplevel()
        let tip = makeWindow()
        setTransient(tip, of: window.surface, x: 30, y: 40, flags: 1)
        show(tip)
        #expect(server.frames.last == Rect(x: 30, y: 40, width: 100, height: 80))
        #expect(keyboardFocus == window.surface)
        client.surfaces.show(0, on: tip.surface)
        show(tip, width: 50, height: 20)
        #expect(server.frames.last == Rect(x: 30, y: 40, width: 50, height: 20))
    }

    @Test func aMenuTakesTheKeyboardUntilItIsDone() {
        let window = toplevel()
        let menu = makeWindow()
        setPopup(menu, of: window.surface, x: 30, y: 40, serial: press())
        show(menu)
        #expect(server.frames.last == Rect(x: 30, y: 40, width: 100, height: 80))
        #expect(keyboardFocus == menu.surface)
        let other = ShellClient(server)
        _ = other.window()
        client.wire.roundTrip()
        #expect(client.wire.events(of: menu.shell, 2).count == 1)
        #expect(server.frames.count == 2)
    }

    @Test func aMenuWithoutAPressIsDoneAtOnce() {
        let window = toplevel()
        let menu = makeWindow()
        setPopup(menu, of: window.surface, x: 0, y: 0, serial: 4711)
        show(menu)
        #expect(client.wire.events(of: menu.shell, 2).count == 1)
        #expect(server.frames.count == 1)
        #expect(client.wire.error == nil)
    }

    @Test func aMenuCanBecomeAWindow() {
        let window = toplevel()
        let menu = makeWindow()
        setPopup(menu, of: window.surface, x: 30, y: 40, serial: press())
        show(menu)
        client.wire.send(menu.shell, 3)
        client.wire.roundTrip()
        #expect(server.frames.last == Rect(x: 270, y: 200, width: 100, height: 80))
        #expect(keyboardFocus == menu.surface)
    }

    @Test func aMenuOfAPartOfAWindowStandsByThatPart() {
        let window = toplevel()
        let part = client.surfaces.makeSurface()
        let subsurface = client.surfaces.makeSubsurface(part, of: window.surface)
        client.wire.send(subsurface, 1, [.int(100), .int(50)])
        client.surfaces.show(client.surfaces.makeBuffer(20, 20), on: part)
        client.surfaces.commit(window.surface)
        let menu = makeWindow()
        setPopup(menu, of: part, x: 3, y: 4, serial: press())
        show(menu)
        #expect(server.frames.last == Rect(x: 103, y: 54, width: 100, height: 80))
    }

    @Test func theObjectGoesWithItsSurface() {
        let window = toplevel()
        client.wire.send(window.surface, 0)
        client.wire.roundTrip()
        #expect(server.frames.isEmpty)
        #expect(client.surfaces.serverResource(WlShellSurface.self, window.shell) == nil)
    }

    @Test func aPingIsPerWindow() {
        let window = toplevel()
        _ = press()
        let pings = client.wire.events(of: window.shell, 0)
        #expect(pings.count == 1)
        client.wire.send(window.shell, 0, [.uint(pings.last?.words[0] ?? 0)])
        _ = press()
        #expect(client.wire.events(of: window.shell, 0).count == 2)
    }

    @Test func windowsThatBelongToEachOther() {
        let first = toplevel()
        let second = toplevel()
        setTransient(first, of: second.surface, x: 1, y: 1)
        setTransient(second, of: first.surface, x: 1, y: 1)
        setTransient(first, of: first.surface, x: 1, y: 1)
        setTransient(first, of: second.surface, x: 1, y: 1, flags: 1)
        setTransient(second, of: first.surface, x: 1, y: 1, flags: 1)
        show(first)
        show(second)
        #expect(client.wire.error == nil)
        #expect(client.wire.events(of: second.shell, 2).count == 1, "a popup of its own popup is none")
    }

    /// Both of a window's objects at once, and a window of another shell.
    @Test(arguments: [false, true])
    func aSurfaceWithAnotherRole(isWindow: Bool) {
        let surface = isWindow ? client.makeToplevel().surface : makeWindow().surface
        _ = client.wire.create(shell, 0, [.uint(surface)])
        client.wire.roundTrip()
        #expect(client.wire.error?.object == shell)
        #expect(client.wire.error?.code == WlShell.ErrorCode.role.rawValue)
    }

    @Test func aLegacySurfaceIsNoWindowOfTheOtherShells() {
        let window = toplevel()
        _ = client.wire.create(client.base, 2, [.uint(window.surface)])
        client.wire.roundTrip()
        #expect(client.wire.error?.object == client.base)
        #expect(client.wire.error?.code == XdgWmBase.ErrorCode.role.rawValue)
    }
}
