import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// X windows on the desktop, with a window manager that only records.
@Suite struct XWindowsTests {
    private let server: TestServer
    private let windows: XWindows
    private let client: SurfaceClient
    private let recorder = XWindowRecorder()
    private let first = XWindowID(1)
    private let second = XWindowID(2)

    init() throws { try self.init(scale: .one) }

    private init(scale: Scale) throws {
        let screen = LogicalScreen(
            name: "TEST-1", size: Size(width: 640, height: 480), scale: scale, refreshMilliHertz: 60_000)
        let server = try TestServer(layout: .filling, screen: screen)
        self.server = server
        windows = try #require(try server.content.makeXWindows())
        windows.xWindowObserver = recorder
        let (ours, theirs) = WireSocket.pair()
        try #require(windows.serve(descriptor: ours))
        client = SurfaceClient(WireClient(descriptor: theirs) { server.pump() }, nil)
    }

    /// A surface with contents.
    private func surface(_ width: Int = 640, _ height: Int = 480) -> UInt32 {
        let surface = client.makeSurface()
        draw(surface, width, height)
        return surface
    }

    private func draw(_ surface: UInt32, _ width: Int, _ height: Int) {
        client.show(client.makeBuffer(width, height), on: surface)
        client.wire.roundTrip()
    }

    private func description(
        _ appID: AppID = "Test", keepsSize: Bool = false, parent: XWindowID? = nil
    ) -> XWindowDescription {
        var description = XWindowDescription()
        (description.title, description.appID) = ("a title", appID)
        (description.keepsSize, description.parent) = (keepsSize, parent)
        return description
    }

    /// A surface without contents, which has this serial once it has some.
    private func makeSurface(serial: UInt32) -> UInt32 {
        let shell = client.wire.bind("xwayland_shell_v1")
        let surface = client.makeSurface()
        let named = client.wire.create(shell, 1, [.uint(surface)])
        client.wire.send(named, 0, [.uint(serial), .uint(0)])
        return surface
    }

    @Test func aWindowFillsTheScreenAndIsActive() {
        windows.show(first, .object(surface(100, 80)), description())
        server.pump()
        #expect(recorder.configurations[first]?.size == Size(width: 640, height: 480))
        #expect(recorder.configurations[first]?.isActivated == true)
        #expect(server.content.description?.appID == "Test")
        #expect(server.content.description?.title == "a title")
        #expect(server.frames.count == 1)
        #expect(recorder.order == [first])
    }

    @Test func theSurfaceMayComeLast() {
        let number = client.makeSurface()
        windows.show(first, .object(number + 1), description())
        server.pump()
        #expect(server.frames == [])
        client.wire.roundTrip()
        let later = surface()
        #expect(later == number + 1)
        #expect(server.frames.count == 1)
    }

    @Test func serialsNameSurfaces() {
        let shell = client.wire.bind("xwayland_shell_v1")
        let surface = client.makeSurface()
        let named = client.wire.create(shell, 1, [.uint(surface)])
        client.wire.send(named, 0, [.uint(7), .uint(1)])
        windows.show(first, .serial(1 << 32 | 7), description())
        draw(surface, 640, 480)
        #expect(server.frames.count == 1)
        // A second serial is an error.
        client.wire.send(named, 0, [.uint(8), .uint(1)])
        client.wire.roundTrip()
        #expect(client.wire.error?.code == 0)
    }

    @Test func onlyTheXServerNamesSurfaces() {
        let (wire, _) = server.connect()
        wire.roundTrip()
        #expect(wire.globals["xwayland_shell_v1"] == nil)
        #expect(client.wire.globals["xwayland_shell_v1"] != nil)
    }

    /// X clients can make names up.
    @Test func wrongNamesShowNothing() {
        for number in 0...UInt32(60) { windows.show(XWindowID(number), .object(number), description()) }
        for number in 61...UInt32(90) {
            windows.showUnmanaged(XWindowID(number), .object(number), at: .zero, .keyboardTaker)
        }
        _ = surface()
        windows.show(first, .object(client.compositor), description())
        server.pump()
        #expect(server.frames.count <= 1)
        windows.hideAll()
        server.pump()
        #expect(server.frames == [])
    }

    @Test func menusAreAboveTheirWindowAndGoWithIt() {
        windows.show(first, .object(surface()), description())
        windows.showUnmanaged(
            second, .object(surface(50, 60)), at: Rect(x: 600, y: 440, width: 50, height: 60),
            .keyboardTaker)
        server.pump()
        #expect(server.frames.last == Rect(x: 600, y: 440, width: 50, height: 60))
        windows.moveUnmanaged(second, to: Rect(x: 10, y: 20, width: 50, height: 60))
        server.pump()
        #expect(server.frames.last == Rect(x: 10, y: 20, width: 50, height: 60))
        // Behind another window, its menu is behind, too.
        let third = XWindowID(3)
        windows.show(third, .object(surface()), description("Other"))
        server.pump()
        #expect(server.frames.last == Rect(x: 0, y: 0, width: 640, height: 480))
        windows.change(first, .activate)
        server.pump()
        #expect(server.frames.last == Rect(x: 10, y: 20, width: 50, height: 60))
        #expect(recorder.order == [third, first])
        windows.hide(second)
        server.pump()
        #expect(server.frames.count == 2)
    }

    @Test func windowsThatAreKeptAboveAreAboveForXToo() {
        server.content.use([WindowRule(appID: TextPattern("Clock"), WindowEffects(fills: false, isAbove: true))])
        windows.show(first, .object(surface(50, 60)), description("Clock"))
        windows.show(second, .object(surface()), description())
        server.pump()
        #expect(recorder.order == [second, first])
    }

    @Test func aDialogIsCentredOverItsWindow() {
        windows.show(first, .object(surface()), description())
        windows.show(second, .object(surface(100, 80)), description(keepsSize: true, parent: first))
        server.pump()
        #expect(recorder.configurations[second]?.size == .zero)
        #expect(recorder.places[second] == [270, 200])
        #expect(server.frames.last == Rect(x: 270, y: 200, width: 100, height: 80))
    }

    @Test func statesGoBothWays() {
        windows.show(first, .object(surface()), description())
        windows.change(first, .fullscreen(true, x: 0))
        #expect(recorder.configurations[first]?.state.isFullscreen == true)
        windows.change(first, .fullscreen(false, x: 0))
        #expect(recorder.configurations[first]?.state.isFullscreen == false)
        let number = server.content.switchableWindows.first?.number ?? 0
        server.content.closeWindow(number)
        #expect(recorder.closed == [first])
    }

    /// Between its mapping and its surface's first contents.
    @Test func whatAWindowAsksForBeforeItsFirstContentsCounts() {
        let surface = makeSurface(serial: 7)
        windows.show(first, .serial(7), description())
        windows.change(first, .fullscreen(true, x: 0))
        #expect(recorder.configurations[first] == nil)
        draw(surface, 640, 480)
        #expect(recorder.configurations[first]?.state.isFullscreen == true)
    }

    /// The client's first wish does not come back with its next title.
    @Test(arguments: [true, false])
    func whatTheDesktopDecidesStays(wasFullscreen: Bool) {
        var first = description()
        first.state.isFullscreen = wasFullscreen
        windows.show(self.first, .object(surface()), first)
        #expect(recorder.configurations[self.first]?.state.isFullscreen == wasFullscreen)
        server.content.attachments[Desktop.self]?.mappedToplevels.first?.change { $0.isFullscreen = !wasFullscreen }
        first.title = "Next"
        windows.describe(self.first, first)
        #expect(recorder.configurations[self.first]?.state.isFullscreen == !wasFullscreen)
    }

    @Test func aWindowBehindAnotherAsksForAttentionUntilItIsActivated() {
        windows.show(first, .object(surface()), description())
        windows.change(first, .attention(true))
        #expect(recorder.configurations[first]?.isUrgent == false, "it has the keyboard")
        windows.show(second, .object(surface()), description("Other"))
        windows.change(first, .attention(true))
        #expect(recorder.configurations[first]?.isUrgent == true)
        #expect(server.content.switchableWindows.map(\.isUrgent) == [false, true])
        windows.change(first, .attention(false))
        #expect(recorder.configurations[first]?.isUrgent == false)
        windows.change(first, .attention(true))
        windows.change(first, .activate)
        #expect(recorder.configurations[first]?.isUrgent == false)
        #expect(server.content.switchableWindows.contains(where: \.isUrgent) == false)
    }

    /// Its client may have asked before its surface came.
    @Test func aWindowThatComesWithoutTheKeyboardMayAskForAttention() {
        server.content.use([WindowRule(appID: TextPattern("quiet"), WindowEffects(takesFocus: false))])
        windows.show(first, .object(surface()), description())
        for (id, appID) in [(second, "quiet"), (XWindowID(3), "loud")] as [(XWindowID, AppID)] {
            var asking = description(appID)
            windows.show(id, .object(client.makeSurface() + 1), asking)
            asking.isUrgent = true
            windows.describe(id, asking)
            client.wire.roundTrip()
            _ = surface()
            #expect(recorder.configurations[id]?.isUrgent == (appID == "quiet"))
        }
    }

    @Test func aWindowIsSettledOnceItHasItsSize() {
        let surface = surface(100, 80)
        windows.show(first, .object(surface), description())
        draw(surface, 100, 80)
        #expect(!server.content.isSettled)
        draw(surface, 640, 480)
        #expect(server.content.isSettled)
    }

    @Test(arguments: [180, 240, 360]) func windowsAreInPixelsAtEveryScale(in120ths: Int) throws {
        let scaled = try XWindowsTests(scale: Scale(in120ths: in120ths))
        let (server, windows, recorder) = (scaled.server, scaled.windows, scaled.recorder)
        #expect(windows.scale == Scale(in120ths: in120ths))
        windows.show(first, .object(scaled.surface()), description())
        windows.showUnmanaged(
            second, .object(scaled.surface(31, 33)), at: Rect(x: 601, y: 443, width: 31, height: 33),
            .menu)
        let dialog = XWindowID(3)
        windows.show(dialog, .object(scaled.surface(101, 81)), description(keepsSize: true, parent: first))
        server.pump()
        #expect(recorder.configurations[first]?.size == Size(width: 640, height: 480))
        #expect(
            server.frames == [
                Rect(x: 0, y: 0, width: 640, height: 480), Rect(x: 601, y: 443, width: 31, height: 33),
                Rect(x: 269, y: 199, width: 101, height: 81),
            ])
        #expect(recorder.places[dialog] == [269, 199])
        server.content.layOut(
            on: LogicalScreen(name: "TEST-1", size: Size(width: 1280, height: 720), refreshMilliHertz: 60_000))
        #expect(recorder.scale == .one)
        #expect(recorder.configurations[first]?.size == Size(width: 1280, height: 720))
    }

    // MARK: Drags

    private func press(_ x: Double, _ y: Double) {
        server.point(x, y)
        server.button(pressed: true)
        client.wire.roundTrip()
    }

    @Test(arguments: [120, 240]) func aDialogFollowsThePressedPointer(in120ths: Int) throws {
        let scaled = try XWindowsTests(scale: Scale(in120ths: in120ths))
        let (server, windows, dialog) = (scaled.server, scaled.windows, XWindowID(2))
        windows.show(first, .object(scaled.surface()), description())
        windows.show(dialog, .object(scaled.surface(100, 80)), description(keepsSize: true, parent: first))
        server.pump()
        // Without a press there is no drag.
        windows.change(dialog, .drag(.move))
        server.point(330, 250)
        #expect(scaled.recorder.places[dialog] == [270, 200])
        scaled.press(320, 240)
        windows.change(dialog, .drag(.move))
        server.point(340, 230)
        #expect(scaled.recorder.places[dialog] == [290, 190])
        #expect(server.frames.last == Rect(x: 290, y: 190, width: 100, height: 80))
        server.button(pressed: false)
        server.point(400, 300)
        #expect(scaled.recorder.places[dialog] == [290, 190])
    }

    /// Shows the second window as a dialog of the first, and holds a corner of it 10 pixels to the right and 5 down.
    private func resizeDialog() {
        windows.show(first, .object(surface()), description())
        windows.show(second, .object(surface(100, 80)), description(keepsSize: true, parent: first))
        server.pump()
        press(320, 240)
        windows.change(second, .drag(.bottomRight))
        server.point(330, 245)
    }

    @Test func aDialogIsResizedUntilTheClientCancels() {
        resizeDialog()
        #expect(recorder.configurations[second]?.size == Size(width: 110, height: 85))
        windows.change(second, .drag(.cancel))
        server.point(400, 300)
        #expect(recorder.configurations[second]?.size == Size(width: 110, height: 85))
        server.button(pressed: false)
        // A window that fills the screen stays where it is.
        press(10, 10)
        windows.change(first, .drag(.move))
        server.point(60, 60)
        #expect(recorder.places[first] == [0, 0])
    }

    @Test func aSizeThatTheUserChoseIsTheClientsAgainWhenItAsks() {
        resizeDialog()
        // Not while the user resizes it.
        windows.change(second, .ownSize)
        #expect(recorder.configurations[second]?.size == Size(width: 110, height: 85))
        server.button(pressed: false)
        windows.change(second, .ownSize)
        #expect(recorder.configurations[second]?.size == .zero)
    }

    @Test func aDialogThatWasTooLargeHasItsSizeAgainWhereThereIsRoom() {
        let dialog = surface(800, 300)
        windows.show(first, .object(surface()), description())
        windows.show(second, .object(dialog), description(keepsSize: true, parent: first))
        server.pump()
        #expect(recorder.configurations[second]?.size == Size(width: 640, height: 300))
        draw(dialog, 640, 300)
        func layOut(_ width: Int, _ height: Int) {
            server.content.layOut(
                on: LogicalScreen(
                    name: "TEST-1", size: Size(width: width, height: height), refreshMilliHertz: 60_000))
        }
        for _ in 0..<2 {
            layOut(1280, 720)
            #expect(recorder.configurations[second]?.size == Size(width: 800, height: 300))
            draw(dialog, 800, 300)
            layOut(640, 480)
            #expect(recorder.configurations[second]?.size == Size(width: 640, height: 300))
            draw(dialog, 640, 300)
        }
    }

    @Test func aDragsIconIsAboveAllWindowsAndTakesNoInput() throws {
        windows.show(first, .object(surface()), description())
        let icon = surface(60, 50)
        windows.showUnmanaged(
            second, .object(icon), at: Rect(x: 10, y: 20, width: 60, height: 50), .dragIcon)
        let other = ShellClient(server)
        let main = try #require(other.surfaces.surface(other.window().surface))
        server.pump()
        #expect(server.frames.last == Rect(x: 10, y: 20, width: 60, height: 50))
        #expect(server.content.surfaces.surface(at: Point(x: 15, y: 25))?.surface === main)
        windows.hide(second)
        server.pump()
        #expect(server.frames.last == Rect(x: 0, y: 0, width: 640, height: 480))
    }

    @Test func aFingerDragsToo() {
        windows.show(first, .object(surface()), description())
        windows.show(second, .object(surface(100, 80)), description(keepsSize: true, parent: first))
        let seat = client.wire.bind("wl_seat")
        _ = client.wire.create(seat, 2)
        client.wire.roundTrip()
        server.touch(.down(1, 320, 240))
        windows.change(second, .drag(.move))
        server.touch(.motion(1, 300, 250))
        #expect(recorder.places[second] == [250, 210])
        server.touch(.up(1))
    }

    // MARK: The keyboard of windows that place themselves

    private var keyboardFocus: Surface? { server.content.attachments[Seat.self]?.keyboard.focus }

    /// Whether the X server's surface with this number has the keyboard.
    private func hasKeyboard(_ number: UInt32) -> Bool {
        keyboardFocus.map { $0.client.usesPixels && $0.resource.id == number } ?? false
    }

    private func showMenu(_ id: XWindowID, _ kind: XUnmanagedKind = .keyboardTaker) -> UInt32 {
        let number = surface(60, 50)
        windows.showUnmanaged(id, .object(number), at: Rect(x: 0, y: 0, width: 60, height: 50), kind)
        server.pump()
        return number
    }

    @Test func aMenuOfNoXWindowHasTheKeyboardUntilItGoes() throws {
        let other = ShellClient(server)
        let main = try #require(other.surfaces.surface(other.window().surface))
        #expect(keyboardFocus === main)
        _ = showMenu(first, .menu)
        #expect(keyboardFocus === main)
        let menu = showMenu(second)
        #expect(hasKeyboard(menu))
        let submenu = showMenu(XWindowID(3))
        #expect(hasKeyboard(submenu))
        windows.hide(XWindowID(3))
        #expect(hasKeyboard(menu))
        // A press elsewhere takes the keyboard away, and a press on the menu gives it back.
        server.click(300, 300)
        #expect(keyboardFocus === main)
        server.click(10, 10)
        #expect(hasKeyboard(menu))
        windows.hide(second)
        #expect(keyboardFocus === main)
    }

    @Test func aMenuOfAnXWindowLeavesItTheKeyboard() throws {
        let number = surface()
        windows.show(first, .object(number), description())
        server.pump()
        _ = showMenu(second)
        #expect(hasKeyboard(number))
    }

    @Test func aGrabOfTheKeyboardHasTheKeysOfBindings() throws {
        let number = surface()
        windows.show(first, .object(number), description())
        server.pump()
        let seat = try #require(server.content.attachments[Seat.self])
        let manager = client.wire.bind("zwp_xwayland_keyboard_grab_manager_v1")
        let grab = client.wire.create(manager, 1, [.uint(number), .uint(client.wire.bind("wl_seat"))])
        client.wire.roundTrip()
        #expect(seat.inhibitsShortcuts)
        // It does not take the focus.
        let other = ShellClient(server)
        _ = other.window()
        #expect(!seat.inhibitsShortcuts)
        windows.change(first, .activate)
        #expect(seat.inhibitsShortcuts)
        client.wire.send(grab, 0)
        client.wire.roundTrip()
        #expect(!seat.inhibitsShortcuts)
        other.wire.roundTrip()
        #expect(other.wire.globals["zwp_xwayland_keyboard_grab_manager_v1"] == nil)
    }

    // MARK: Pointers

    /// The pointer's picture has the pixels that the X server drew, at every scale.
    @Test(arguments: [120, 180, 240]) func pointersAreInPixels(in120ths: Int) throws {
        let scaled = try XWindowsTests(scale: Scale(in120ths: in120ths))
        let (server, client) = (scaled.server, scaled.client)
        scaled.windows.show(first, .object(scaled.surface()), description())
        let pointer = client.wire.create(client.wire.bind("wl_seat"), 0)
        server.point(300, 200)
        client.wire.roundTrip()
        let serial = try #require(client.wire.events(of: pointer, 0).last?.words[0])
        let picture = scaled.surface(48, 40)
        client.wire.send(pointer, 0, [.uint(serial), .uint(picture), .int(7), .int(9)])
        client.wire.roundTrip()
        server.pump()
        guard case .elements(let elements, let point) = server.content.cursor else {
            Issue.record("no picture of the client's")
            return
        }
        #expect(elements.map(\.destination) == [Rect(x: 293, y: 191, width: 48, height: 40)])
        #expect(abs(point.x - 300) < 0.01 && abs(point.y - 200) < 0.01)
    }

    @Test func theProcessIsTheProgramsAndNotTheServers() {
        var description = description()
        windows.show(first, .object(surface()), description)
        #expect(server.content.surfaces.windows?.window("Test")?.processID == nil)
        description.processID = 77
        windows.describe(first, description)
        #expect(server.content.surfaces.windows?.window("Test")?.processID == 77)
    }

    @Test func theEndOfTheServerEndsItsWindows() {
        windows.show(first, .object(surface()), description())
        windows.showUnmanaged(second, .object(surface(5, 5)), at: .zero, .menu)
        server.pump()
        windows.hideAll()
        server.pump()
        #expect(server.frames == [])
        #expect(server.content.switchableWindows == [])
    }
}
