import WaylandBinding
import Geometry
import Mirroring
import Testing

@testable import Wayland

/// What tools show, and what they see, is on the screen of the application that has the keyboard.
@Suite struct ToolScreenTests {
    private let both: TwoApplications
    private let content: ShellClient
    private let contentWindow: ShellClient.Window
    private let application: ShellClient
    private let applicationWindow: ShellClient.Window

    init() throws {
        both = try TwoApplications()
        content = ShellClient(both.main)
        contentWindow = content.window(width: 640, height: 480, pixel: 0xff11_1111)
        application = ShellClient(both.panel)
        applicationWindow = application.window(width: 320, height: 200, pixel: 0xff22_2222)
    }

    /// The heights that the applications' windows were last asked to have.
    private var contentHeight: Int32? {
        content.wire.roundTrip()
        return content.lastConfigure(contentWindow)?.height
    }

    private var applicationHeight: Int32? {
        application.wire.roundTrip()
        return application.lastConfigure(applicationWindow)?.height
    }

    private func modes(_ wire: WireClient, _ output: UInt32) -> [[UInt32]] {
        wire.roundTrip()
        return wire.events(of: output, 1).map { Array($0.words[1...2]) }
    }

    @Test func layersMove() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        #expect(both.main.frames.last == Rect(x: 0, y: 0, width: 640, height: 30))
        #expect(contentHeight == 450)
        both.focus(both.panel)
        #expect(both.main.frames.count == 1)
        #expect(contentHeight == 480, "the edge is free again")
        layers.wire.roundTrip()
        #expect(layers.lastSize(bar) == Size(width: 320, height: 30))
        layers.show(bar, pixel: 0xff33_3333)
        #expect(both.panel.frames.last == Rect(x: 0, y: 0, width: 320, height: 30))
        #expect(both.panel.pixels.last == 0xff33_3333)
        #expect(applicationHeight == 170)
        both.focus(both.main)
        layers.wire.roundTrip()
        layers.show(bar)
        #expect(both.main.frames.last == Rect(x: 0, y: 0, width: 640, height: 30))
        #expect(both.panel.frames.count == 1)
        #expect(layers.wire.error == nil)
    }

    @Test func aLayerInhibitsIdlenessWhereItIs() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        let inhibition = layers.wire.bind("zwp_idle_inhibit_manager_v1")
        _ = layers.wire.create(inhibition, 1, [.uint(bar.surface)])
        layers.wire.roundTrip()
        let tools = both.main.content.tools
        #expect(tools.isIdleInhibited)
        both.main.observer.isContentSeen = false
        #expect(!tools.isIdleInhibited)
        both.focus(both.panel)
        layers.wire.roundTrip()
        layers.show(bar, pixel: 0xff33_3333)
        #expect(both.panel.frames.count == 2 && tools.isIdleInhibited)
    }

    @Test func aLayerMadeMeanwhileComesToTheFocusedScreen() {
        let layers = LayerClient(both.main)
        let bar = layers.make(anchor: [.top, .left, .right], height: 20)
        both.focus(both.panel)
        layers.map(bar)
        #expect(both.panel.frames.last == Rect(x: 0, y: 0, width: 320, height: 20))
        #expect(both.main.frames.count == 1)
    }

    @Test func changesOfALayerAreDamageWhereItIs() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        both.focus(both.panel)
        layers.wire.roundTrip()
        layers.show(bar)
        for server in [both.main, both.panel] { _ = server.observer.takeDamage() }
        layers.surfaces.show(layers.surfaces.makeBuffer(320, 30, 0xff44_4444), on: bar.surface)
        #expect(both.panel.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 320, height: 30)))
        #expect(both.main.observer.takeDamage().isEmpty)
        let callback = layers.wire.create(bar.surface, 3)
        layers.surfaces.commit(bar.surface)
        both.main.present()
        layers.wire.roundTrip()
        #expect(layers.wire.events(of: callback, 0).isEmpty)
        both.panel.present()
        layers.wire.roundTrip()
        #expect(layers.wire.events(of: callback, 0).count == 1)
    }

    @Test func fingersAndThePointerReachALayerThere() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        both.focus(both.panel)
        layers.wire.roundTrip()
        layers.show(bar)
        both.panel.touch(.down(0, 100, 10))
        both.panel.touch(.up(0))
        both.panel.point(200, 20)
        layers.wire.roundTrip()
        let shell = layers.shell
        #expect(layers.wire.events(of: shell.touch, 0).map { $0.words[2] } == [bar.surface])
        #expect(layers.wire.events(of: shell.touch, 1).count == 1)
        #expect(layers.wire.events(of: shell.pointer, 0).last?.words[1] == bar.surface)
        // Its cursor is shown there, and the other seat knows nothing of that.
        let cursor = layers.surfaces.makeSurface()
        layers.surfaces.show(layers.surfaces.makeBuffer(8, 8, 0xff77_7777), on: cursor)
        let serial = layers.wire.events(of: shell.pointer, 0).last?.words[0] ?? 0
        layers.wire.send(shell.pointer, 0, [.uint(serial), .uint(cursor), .int(0), .int(0)])
        layers.wire.roundTrip()
        guard case .elements(let elements, _) = both.panel.content.cursor else {
            Issue.record("no cursor of the tool's own")
            return
        }
        #expect(elements.map(\.destination) == [Rect(x: 200, y: 20, width: 8, height: 8)])
        #expect(layers.wire.error == nil)
    }

    @Test func aFingerOnALayerIsLiftedWhenItMoves() {
        let layers = LayerClient(both.main)
        _ = layers.bar(height: 30)
        both.main.touch(.down(0, 100, 10))
        both.main.point(50, 10)
        both.focus(both.panel)
        layers.wire.roundTrip()
        #expect(layers.wire.events(of: layers.shell.touch, 1).count == 1)
        #expect(layers.wire.events(of: layers.shell.pointer, 1).count == 1)
    }

    @Test func aLayerThatWantsTheKeyboardHasItThere() {
        let layers = LayerClient(both.main)
        both.focus(both.panel)
        _ = layers.bar(height: 30, keyboard: 1)
        both.panel.key(30, pressed: true)
        both.panel.key(30, pressed: false)
        #expect(layers.shell.typed == [[30, 1], [30, 0]])
        #expect(application.typed.isEmpty)
        #expect(layers.wire.events(of: layers.shell.keyboard, 0).count == 2, "each seat's layout, when it is needed")
    }

    @Test func theOutputIsTheFocusedScreen() {
        let wire = both.main.connect(privilege: .tool).0
        let output = wire.bind("wl_output")
        #expect(modes(wire, output) == [[640, 480]])
        both.focus(both.panel)
        #expect(modes(wire, output) == [[640, 480], [320, 200]])
        var screen = TestServer.screen
        screen.size = Size(width: 800, height: 600)
        both.main.content.layOut(on: screen)
        #expect(modes(wire, output).count == 2, "it is not the screen that the tool sees")
        both.focus(both.main)
        #expect(modes(wire, output).last == [800, 600])
        let own = content.wire.bind("wl_output")
        #expect(modes(content.wire, own) == [[800, 600]])
    }

    @Test func aLayerEntersTheOutputAnew() {
        let layers = LayerClient(both.main)
        _ = layers.wire.bind("wl_output")
        let bar = layers.bar(height: 30)
        both.focus(both.panel)
        layers.wire.roundTrip()
        layers.show(bar)
        let told = layers.wire.events.filter { $0.object == bar.surface && $0.opcode < 2 }.map(\.opcode)
        #expect(told == [0, 1, 0], "enter, leave, enter")
    }

    @Test func menusOfALayerAreDismissedWithTheMove() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        func menu() -> ShellClient.Window {
            var popup = layers.shell.makeShellSurface()
            let positioner = layers.shell.makePositioner(x: 0, y: 0, width: 20, height: 10)
            popup.role = layers.wire.create(popup.shell, 2, [.uint(0), .uint(positioner)])
            layers.wire.send(bar.role, 5, [.uint(popup.role)])
            layers.wire.roundTrip()
            return popup
        }
        let first = menu()
        layers.shell.map(first, width: 20, height: 10)
        both.focus(both.panel)
        layers.wire.roundTrip()
        #expect(layers.wire.events(of: first.role, 1).count == 1)
        let second = menu()
        #expect(layers.wire.events(of: second.role, 1).count == 1)
        #expect(layers.wire.error == nil)
    }

    @Test func aToolThatVanishesLeavesNothingBehind() {
        let layers = LayerClient(both.main)
        let bar = layers.bar(height: 30)
        both.focus(both.panel)
        layers.wire.roundTrip()
        layers.show(bar)
        layers.wire.hangUp()
        both.main.pump()
        #expect(both.panel.frames.count == 1)
        #expect(applicationHeight == 200)
        both.focus(both.main)
        #expect(both.main.frames.count == 1)
    }

    @Test func copiesAreOfTheFocusedScreen() {
        let frames = [Size<OutputSpace>(width: 640, height: 480), Size(width: 320, height: 200)].map(FakeFrames.init)
        both.main.content.allowCopies(of: frames[0])
        both.panel.content.allowCopies(of: frames[1])
        let tool = SurfaceClient(both.main, privilege: .tool)
        let manager = tool.wire.bind("zwlr_screencopy_manager_v1")
        let output = tool.wire.bind("wl_output")
        func capture() -> UInt32 {
            let frame = tool.wire.create(manager, 0, [.int(0), .uint(output)])
            tool.wire.roundTrip()
            return frame
        }
        let waiting = capture()
        tool.wire.send(waiting, 0, [.uint(tool.makeBuffer(640, 480))])
        tool.wire.roundTrip()
        both.focus(both.panel)
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: waiting, 3).count == 1, "that screen is not the one to copy now")
        let frame = capture()
        #expect(tool.wire.events(of: frame, 0).map(\.words) == [[1, 320, 200, 1280]])
        tool.wire.send(frame, 0, [.uint(tool.makeBuffer(320, 200))])
        tool.wire.roundTrip()
        both.main.present()
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: frame, 2).isEmpty)
        both.panel.present()
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: frame, 2).count == 1)
    }
}
