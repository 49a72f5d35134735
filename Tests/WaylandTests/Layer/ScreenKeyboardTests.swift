import Geometry
import Testing
import WaylandBinding

@testable import Mirroring
@testable import Wayland

@Suite struct ScreenKeyboardTests {
    private let server: TestServer
    private let tool: LayerClient
    private let client: ShellClient
    private let watcher = Watcher()

    init() throws {
        server = try TestServer(layout: .filling)
        tool = LayerClient(server)
        client = ShellClient(server)
        server.content.screenKeyboards.keyboardObserver = watcher
        watcher.keyboards = server.content.screenKeyboards
    }

    /// The screen with the panel beside it, whose keyboards lie from row 960 on.
    private func layOut(beside panel: Size<LogicalSpace>?) {
        var screen = server.content.output.screen
        screen.handheld = panel.map { HandheldScreen(size: $0, reserved: EdgeMargins(bottom: 10)) }
        server.content.layOut(on: screen)
        server.pump()
    }

    /// squeekboard makes its keys as large as the output's density says.
    @Test func toolsSeeTheDensityOfTheScreenInTheHand() throws {
        var screen = server.content.output.screen
        screen.physicalSize = PhysicalSize(width: 600, height: 340)
        screen.handheld = HandheldScreen(size: Size(width: 320, height: 200), pixelsPerMillimetre: 4)
        let outputs = [tool.wire, client.wire].map { ($0, $0.bind("wl_output")) }
        func sizes() -> [[UInt32]] {
            outputs.map { wire, output in
                wire.roundTrip()
                return Array(wire.events(of: output, 0).last?.words.dropFirst(2).prefix(2) ?? [])
            }
        }
        server.content.layOut(on: screen)
        #expect(sizes() == [[160, 120], [600, 340]])
        screen.handheld?.pixelsPerMillimetre = nil
        server.content.layOut(on: screen)
        #expect(sizes() == [[0, 0], [600, 340]])
        screen.handheld = nil
        server.content.layOut(on: screen)
        #expect(sizes() == [[600, 340], [600, 340]])
    }

    /// Makes the tool one that types.
    private func addVirtualKeyboard() -> UInt32 {
        let manager = tool.wire.bind("zwp_virtual_keyboard_manager_v1")
        let device = tool.wire.newID()
        tool.wire.send(manager, 0, [.uint(tool.shell.seat), .uint(device)])
        tool.wire.roundTrip()
        return device
    }

    private func makeKeyboard() -> LayerClient.Layer {
        let layer = tool.make(anchor: [.bottom, .left, .right], height: 100, zone: 100)
        tool.map(layer)
        tool.wire.roundTrip()
        return layer
    }

    @Test func itLiesOnTheHandheldScreenAndLeavesTheWindowsTheirs() throws {
        layOut(beside: Size(width: 320, height: 200))
        _ = tool.wire.bind("wl_output")
        let window = client.window()
        _ = addVirtualKeyboard()
        let layer = makeKeyboard()
        #expect(tool.lastSize(layer) == Size(width: 320, height: 100))
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
        let handheld = try #require(server.content.screenKeyboards.handheldKeyboard)
        #expect(handheld.frame == Rect(x: 0, y: 90, width: 320, height: 100))
        #expect(handheld.place == Rect(x: 0, y: 960 + 90, width: 320, height: 100))
        #expect(handheld.elements.count == 1)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)], "it is not in the content's scene")
        #expect(watcher.moves > 0)
        #expect(watcher.place == handheld.place, "whoever is told of a move can read where to")
        #expect(tool.wire.events(of: layer.surface, 0).count == 1, "it is on the output")
    }

    @Test func fingersThereAreItsOwn() throws {
        layOut(beside: Size(width: 320, height: 200))
        _ = client.window()
        _ = addVirtualKeyboard()
        _ = makeKeyboard()
        let touch = tool.wire.create(tool.shell.seat, 2)
        tool.wire.roundTrip()
        server.content.deliver(.touchDown(ContactID(0), Point(x: 30, y: 1055), Timestamp(microseconds: 5000)))
        server.content.deliver(.touchFrame)
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: touch, 0).count == 1)
    }

    @Test func onTheOnlyScreenItIsLikeAnyLayerSurface() {
        let window = client.window()
        _ = addVirtualKeyboard()
        let layer = makeKeyboard()
        #expect(tool.lastSize(layer) == Size(width: 640, height: 100))
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 380)
        #expect(server.content.screenKeyboards.handheldKeyboard == nil)
    }

    @Test func itMovesWhenADisplayComesAndGoes() {
        _ = client.window()
        _ = addVirtualKeyboard()
        let layer = makeKeyboard()
        layOut(beside: Size(width: 320, height: 200))
        tool.wire.roundTrip()
        #expect(tool.lastSize(layer) == Size(width: 320, height: 100))
        layOut(beside: nil)
        tool.wire.roundTrip()
        #expect(tool.lastSize(layer) == Size(width: 640, height: 100))
        #expect(server.content.screenKeyboards.handheldKeyboard == nil)
    }

    @Test func hiddenItLeavesItsRoomAndKeepsRunning() {
        let window = client.window()
        _ = addVirtualKeyboard()
        _ = makeKeyboard()
        server.content.screenKeyboards.showsKeyboards = false
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
        #expect(server.frames.count == 1)
        #expect(server.content.screenKeyboards.hasKeyboard)
        server.content.screenKeyboards.showsKeyboards = true
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 380)
    }

    @Test func otherToolsStayOnTheContentsScreen() {
        layOut(beside: Size(width: 320, height: 200))
        let bar = tool.bar()
        server.content.screenKeyboards.showsKeyboards = false
        #expect(tool.lastSize(bar) == Size(width: 640, height: 30))
        #expect(!server.content.screenKeyboards.hasKeyboard)
        #expect(server.frames.count == 1)
    }

    /// What types may be made after the surface, and destroyed before.
    @Test func aToolIsAKeyboardWhileItCanType() {
        layOut(beside: Size(width: 320, height: 200))
        let layer = makeKeyboard()
        #expect(tool.lastSize(layer) == Size(width: 640, height: 100))
        let device = addVirtualKeyboard()
        #expect(tool.lastSize(layer) == Size(width: 320, height: 100))
        tool.wire.send(device, 3)
        tool.wire.roundTrip()
        #expect(tool.lastSize(layer) == Size(width: 640, height: 100))
        #expect(!server.content.screenKeyboards.hasKeyboard)
    }

    @Test func aTextFieldWithTheFocusIsReported() {
        let field = TextClient(server)
        _ = field.shell.window()
        #expect(!server.content.screenKeyboards.isTextFieldFocused)
        field.enable()
        field.commit()
        #expect(server.content.screenKeyboards.isTextFieldFocused)
        #expect(watcher.needs == 1)
        field.disable()
        field.commit()
        #expect(!server.content.screenKeyboards.isTextFieldFocused)
        field.enable()
        field.commit()
        field.wire.hangUp()
        server.pump()
        #expect(!server.content.screenKeyboards.isTextFieldFocused)
    }

    @Test func onlyItsOwnDamageIsReported() {
        layOut(beside: Size(width: 320, height: 200))
        _ = addVirtualKeyboard()
        let layer = makeKeyboard()
        _ = client.window()
        server.pump()
        watcher.damage = Region()
        tool.surfaces.show(tool.surfaces.makeBuffer(320, 100, 0xff11_2233), on: layer.surface)
        tool.wire.roundTrip()
        #expect(watcher.damage == Region(Rect(x: 0, y: 1050, width: 320, height: 100)))
    }
}

private final class Watcher: ScreenKeyboardObserver {
    private(set) var needs = 0
    private(set) var moves = 0
    /// Where the keyboard was when it was last reported to have moved.
    private(set) var place: Rect<ContentSpace>?
    weak var keyboards: (any ScreenKeyboardPort)?
    var damage = Region<ContentSpace>()

    func keyboardNeedsChanged() { needs += 1 }
    func handheldKeyboardMoved() {
        moves += 1
        place = keyboards?.handheldKeyboard?.place
    }

    func handheldKeyboardDamaged(_ damage: Region<ContentSpace>) { self.damage.formUnion(damage) }
}
