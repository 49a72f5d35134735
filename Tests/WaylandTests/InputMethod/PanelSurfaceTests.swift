import Geometry
import Testing

@testable import Mirroring
@testable import Wayland

/// The surfaces of `zwp_input_panel_v1`.
@Suite struct PanelSurfaceTests {
    private let server: TestServer
    private let method: ContextClient
    private let client: TextClient
    private let panel: UInt32
    private let window: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        method = ContextClient(server)
        panel = method.wire.bind("zwp_input_panel_v1")
        client = TextClient(server)
        window = client.shell.window(width: 640, height: 480)
    }

    private func make() -> (object: UInt32, surface: UInt32) {
        let surface = method.surfaces.makeSurface()
        return (method.wire.create(panel, 0, [.uint(surface)]), surface)
    }

    private func setToplevel(_ object: UInt32) {
        method.wire.send(object, 0, [.uint(method.wire.bind("wl_output")), .uint(0)])
        method.wire.roundTrip()
    }

    private func setOverlay(_ object: UInt32) {
        method.wire.send(object, 1)
        method.wire.roundTrip()
    }

    private func show(_ surface: UInt32, _ width: Int, _ height: Int) {
        method.surfaces.show(method.surfaces.makeBuffer(width, height), on: surface)
    }

    private func makeKeyboard(_ width: Int = 400, _ height: Int = 100) -> (object: UInt32, surface: UInt32) {
        let made = make()
        setToplevel(made.object)
        show(made.surface, width, height)
        return made
    }

    private var windowHeight: Int32? {
        client.wire.roundTrip()
        return client.shell.lastConfigure(window)?.height
    }

    private var topmost: Rect<ContentSpace>? {
        server.pump()
        return server.frames.count == 2 ? server.frames.last : nil
    }

    @Test func aKeyboardIsAtTheBottomInTheMiddle() {
        let keyboard = makeKeyboard()
        #expect(topmost == Rect(x: 120, y: 380, width: 400, height: 100))
        #expect(windowHeight == 380)
        #expect(server.content.screenKeyboards.hasKeyboard)
        show(keyboard.surface, 600, 200)
        #expect(topmost == Rect(x: 20, y: 280, width: 600, height: 200))
        #expect(windowHeight == 280)
        method.surfaces.attach(0, to: keyboard.surface)
        method.surfaces.commit(keyboard.surface)
        #expect(windowHeight == 480 && topmost == nil)
        #expect(!server.content.screenKeyboards.hasKeyboard)
        show(keyboard.surface, 400, 100)
        #expect(windowHeight == 380)
        method.wire.hangUp()
        server.pump()
        #expect(windowHeight == 480 && topmost == nil)
    }

    @Test func itIsHiddenLikeOtherKeyboards() {
        _ = makeKeyboard()
        server.content.screenKeyboards.showsKeyboards = false
        #expect(windowHeight == 480 && topmost == nil)
        #expect(server.content.screenKeyboards.hasKeyboard)
        server.content.screenKeyboards.showsKeyboards = true
        #expect(windowHeight == 380 && topmost != nil)
    }

    @Test func itIsInTheHandBesideADisplay() throws {
        var screen = server.content.output.screen
        screen.handheld = HandheldScreen(size: Size(width: 320, height: 200), reserved: EdgeMargins(bottom: 10))
        server.content.layOut(on: screen)
        _ = makeKeyboard(300, 100)
        #expect(windowHeight == 480 && topmost == nil)
        let handheld = try #require(server.content.screenKeyboards.handheldKeyboard)
        #expect(handheld.frame == Rect(x: 10, y: 90, width: 300, height: 100))
        let touch = method.wire.create(method.seat, 2)
        method.wire.roundTrip()
        server.content.deliver(.touchDown(ContactID(0), Point(x: 30, y: 1055), Timestamp(microseconds: 5000)))
        server.content.deliver(.touchFrame)
        method.wire.roundTrip()
        #expect(method.wire.events(of: touch, 0).count == 1, "fingers reach it")
        screen.handheld = nil
        server.content.layOut(on: screen)
        #expect(windowHeight == 380 && topmost == Rect(x: 170, y: 380, width: 300, height: 100))
    }

    @Test func itMovesWithTheKeyboardFocus() throws {
        let both = try TwoApplications()
        let method = ContextClient(both.main)
        let panel = method.wire.bind("zwp_input_panel_v1")
        let surface = method.surfaces.makeSurface()
        let object = method.wire.create(panel, 0, [.uint(surface)])
        method.wire.send(object, 0, [.uint(method.wire.bind("wl_output")), .uint(0)])
        method.surfaces.show(method.surfaces.makeBuffer(100, 50), on: surface)
        #expect(both.main.frames == [Rect(x: 270, y: 430, width: 100, height: 50)])
        both.focus(both.panel)
        #expect(both.main.frames.isEmpty)
        #expect(both.panel.frames == [Rect(x: 110, y: 150, width: 100, height: 50)])
    }

    @Test func anOverlayIsBesideTheTextCursor() {
        let made = make()
        setOverlay(made.object)
        show(made.surface, 100, 50)
        #expect(topmost == nil, "no text field yet")
        client.enable()
        client.setCursor(30, 40, 2, 20)
        client.commit()
        #expect(topmost == Rect(x: 30, y: 60, width: 100, height: 50))
        #expect(windowHeight == 480)
        setToplevel(made.object)
        #expect(topmost == Rect(x: 270, y: 430, width: 100, height: 50))
        setOverlay(made.object)
        #expect(topmost == Rect(x: 30, y: 60, width: 100, height: 50))
        method.wire.send(made.surface, 0)
        method.wire.roundTrip()
        #expect(topmost == nil)
        let second = make()
        show(second.surface, 10, 10)
        #expect(topmost == nil, "neither of the two yet")
        setOverlay(second.object)
        #expect(topmost == Rect(x: 30, y: 60, width: 10, height: 10))
        method.wire.hangUp()
        #expect(topmost == nil)
    }

    @Test func aShownSurfaceIsNotShownAgain() {
        let made = makeKeyboard()
        _ = method.wire.create(panel, 0, [.uint(made.surface)])
        method.wire.roundTrip()
        #expect(method.wire.error?.message.contains("another role") == true)
    }

    @Test func twoObjectsDoNotShowOneSurface() {
        let made = make()
        let other = method.wire.create(panel, 0, [.uint(made.surface)])
        setToplevel(made.object)
        setToplevel(other)
        setOverlay(other)
        show(made.surface, 400, 100)
        #expect(topmost == Rect(x: 120, y: 380, width: 400, height: 100))
        method.wire.send(made.surface, 0)
        setToplevel(made.object)
        setToplevel(other)
        setOverlay(other)
        #expect(topmost == nil)
        #expect(method.wire.error == nil)
    }

    @Test func aSurfaceOfAnotherRoleIsAnError() {
        let surface = method.surfaces.makeSurface()
        _ = method.surfaces.makeSubsurface(surface, of: method.surfaces.makeSurface())
        _ = method.wire.create(panel, 0, [.uint(surface)])
        method.wire.roundTrip()
        #expect(method.wire.error?.message.contains("another role") == true)
    }
}
