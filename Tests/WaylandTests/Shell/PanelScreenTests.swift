import Geometry
import Testing
import WaylandBinding

@testable import Mirroring
@testable import Wayland

/// An application that sees the panel, PANEL-1 of 320x200 at the scale 2, and an external, HDMI-1 of 640x480, as two outputs.
@Suite struct PanelScreenTests {
    private let server: TestServer
    private let client: ShellClient
    private let panel: PanelScreen
    private let observer = RecordingObserver()
    private let panelOutput: UInt32
    private static let small = TestServer.display("PANEL-1", 320, 200, scale: Scale(in120ths: 240))
    private static let large = TestServer.display("HDMI-1", 640, 480)

    init() throws {
        server = try TestServer(layout: .filling, outputs: 2)
        panel = try #require(server.content.panelScreen)
        panel.observer = observer
        panel.layOut(on: Self.small)
        server.content.layOut(on: Self.small)
        client = ShellClient(server)
        panelOutput = client.wire.bind("wl_output")
        client.wire.roundTrip()
    }

    private func unplug() {
        server.content.layOut(on: Self.small)
        client.wire.roundTrip()
    }

    /// The external comes; its output.
    private func plug(_ screen: LogicalScreen = large) -> UInt32 {
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        let global = client.wire.announced.last { $0.interface == "wl_output" }
        let output = global.map { client.wire.bind($0.name, $0.interface, $0.version) } ?? 0
        client.wire.roundTrip()
        return output
    }

    /// Asks for a full-screen window on an output, and draws it in the size that it is given.
    private func show(_ window: ShellClient.Window, on output: UInt32, pixel: UInt32 = 0xff10_2030) {
        client.wire.send(window.role, 11, [.uint(output)])
        client.wire.roundTrip()
        client.acknowledge(window)
        let size = client.lastConfigure(window)
        client.show(window, width: Int(size?.width ?? 1), height: Int(size?.height ?? 1), pixel: pixel)
        client.wire.roundTrip()
        server.pump()
    }

    private func size(_ window: ShellClient.Window) -> [Int32]? {
        client.lastConfigure(window).map { [$0.width, $0.height] }
    }

    /// The outputs that a surface is on, by its events.
    private func outputs(of window: ShellClient.Window) -> Set<UInt32> {
        var on: Set<UInt32> = []
        for event in client.wire.events where event.object == window.surface {
            if event.opcode == 0 { on.insert(event.words[0]) }
            if event.opcode == 1 { on.remove(event.words[0]) }
        }
        return on
    }

    // MARK: Outputs

    @Test func theExternalHasAnOutputBesideThePanelsAsLongAsItIsThere() {
        #expect(client.wire.announced.filter { $0.interface == "wl_output" }.count == 1)
        let external = plug()
        #expect(client.wire.events(of: external, 4).last?.string(at: 0) == "HDMI-1")
        #expect(client.wire.events(of: external, 0).last?.words.first == 0)
        #expect(client.wire.events(of: panelOutput, 4).map { $0.string(at: 0) } == ["PANEL-1"])
        #expect(client.wire.events(of: panelOutput, 0).last?.words.first == 640, "right of the external")
        #expect(client.wire.events(of: panelOutput, 1).last?.words[1...2] == [320, 200])
        unplug()
        #expect(client.wire.bindAll("wl_output").count == 1)
        #expect(client.wire.events(of: panelOutput, 0).last?.words.first == 0)
        #expect(client.wire.events(of: panelOutput, 1).last?.words[1...2] == [320, 200])
        #expect(client.wire.error == nil)
    }

    /// Of the X server, whose coordinates are pixels of both screens, side by side.
    @Test(arguments: [120, 240]) func xWindowsHaveTheirPixelsOnEachScreen(in120ths: Int) throws {
        let (windows, recorder) = (try #require(try server.content.makeXWindows()), XWindowRecorder())
        windows.xWindowObserver = recorder
        let (ours, theirs) = WireSocket.pair()
        try #require(windows.serve(descriptor: ours))
        let x = SurfaceClient(WireClient(descriptor: theirs) { [server] in server.pump() }, nil)
        _ = plug(TestServer.display("HDMI-1", 640, 480, scale: Scale(in120ths: in120ths)))
        x.wire.roundTrip()
        let outputs = x.wire.bindAll("wl_output")
        x.wire.roundTrip()
        let corners = outputs.compactMap { x.wire.events(of: $0, 0).last?.words.first }
        #expect(corners.sorted() == [0, 640])

        var lastSurface: UInt32 = 0
        func show(_ number: UInt32, _ width: Int, _ height: Int, fullscreenX: Int) -> XWindowID {
            let surface = x.makeSurface()
            lastSurface = surface
            x.show(x.makeBuffer(width, height), on: surface)
            x.wire.roundTrip()
            var description = XWindowDescription()
            description.state = XWindowState(isFullscreen: true, fullscreenX: fullscreenX)
            windows.show(XWindowID(number), .object(surface), description)
            server.pump()
            return XWindowID(number)
        }
        let slides = show(1, 640, 480, fullscreenX: 0)
        let notes = show(2, 320, 200, fullscreenX: 650)
        let notesSurface = lastSurface
        #expect(recorder.places[slides] == [0, 0] && recorder.places[notes] == [640, 0])
        #expect(recorder.configurations[notes]?.size == Size(width: 320, height: 200))
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(panel.surfaces.elements.map(\.destination) == [Rect(x: 0, y: 0, width: 320, height: 200)])
        // A menu is where its corner is, whichever window is in use.
        windows.change(slides, .activate)
        let menu = x.makeSurface()
        x.show(x.makeBuffer(5, 6), on: menu)
        x.wire.roundTrip()
        let place = Rect<ContentSpace>(x: 650, y: 20, width: 5, height: 6)
        windows.showUnmanaged(XWindowID(3), .object(menu), at: place, .menu)
        server.pump()
        #expect(panel.surfaces.elements.last?.destination == Rect(x: 10, y: 20, width: 5, height: 6))
        windows.hide(XWindowID(3))
        // So is one that gets its contents after that.
        let late = x.makeSurface()
        x.wire.roundTrip()
        windows.showUnmanaged(XWindowID(4), .object(late), at: place, .menu)
        server.pump()
        x.show(x.makeBuffer(5, 6), on: late)
        x.wire.roundTrip()
        server.pump()
        #expect(panel.surfaces.elements.last?.destination == Rect(x: 10, y: 20, width: 5, height: 6))
        windows.hide(XWindowID(4))
        // The client asks for the other screen.
        windows.change(notes, .fullscreen(false, x: 0))
        windows.change(notes, .fullscreen(true, x: 639))
        #expect(recorder.configurations[notes]?.size == Size(width: 640, height: 480))
        x.show(x.makeBuffer(640, 480), on: notesSurface)
        x.wire.roundTrip()
        server.pump()
        #expect(recorder.places[notes] == [0, 0])
        #expect(panel.surfaces.elements.isEmpty)
    }

    @Test func anotherExternalHasAnotherOutput() {
        let first = plug()
        let second = plug(TestServer.display("DP-1", 800, 600))
        #expect(first != second)
        #expect(client.wire.events(of: second, 4).last?.string(at: 0) == "DP-1")
        #expect(client.wire.bindAll("wl_output").count == 2)
        #expect(client.wire.events(of: panelOutput, 0).last?.words.first == 800)
    }

    @Test func withOneOutputNothingComesOrGoes() throws {
        let server = try TestServer(layout: .filling)
        #expect(server.content.panelScreen == nil)
        let client = server.connect().0
        client.roundTrip()
        server.content.layOut(on: Self.small)
        server.content.layOut(on: Self.large)
        client.roundTrip()
        #expect(client.announced.filter { $0.interface == "wl_output" }.count == 1)
    }

    // MARK: Windows

    @Test func aWindowGoesToThePanelOnceItAsksForItsOutput() {
        let external = plug()
        let slides = client.window()
        let notes = client.window()
        #expect(outputs(of: notes) == [external])
        show(notes, on: panelOutput)
        #expect(size(notes) == [160, 100])
        #expect(panel.scene.map(\.destination) == [Rect(x: 0, y: 0, width: 320, height: 200)])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(outputs(of: notes) == [panelOutput])
        #expect(outputs(of: slides) == [external])
        show(notes, on: external)
        #expect(size(notes) == [640, 480])
        #expect(panel.scene.isEmpty)
        #expect(outputs(of: notes) == [external])
    }

    @Test func aWindowStaysOnThePanelWhenItIsFullScreenNoLonger() {
        _ = plug()
        let notes = client.window()
        show(notes, on: panelOutput)
        client.wire.send(notes.role, 12)
        client.wire.roundTrip()
        #expect(size(notes) == [160, 100])
        #expect(panel.scene.count == 1)
    }

    @Test func windowsMergeOnThePanelAndGoBackWhereTheyWere() {
        let external = plug()
        let slides = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        unplug()
        #expect(panel.scene.isEmpty)
        #expect(size(notes) == [160, 100])
        #expect(size(slides) == [160, 100])
        #expect(outputs(of: notes) == [panelOutput])
        #expect(outputs(of: slides).isEmpty, "behind the full-screen notes")
        // With one screen, the choice is nobody's.
        client.wire.send(notes.role, 11, [.uint(panelOutput)])
        client.wire.send(slides.role, 11, [.uint(external)])
        client.wire.roundTrip()
        let again = plug()
        #expect(size(slides) == [640, 480])
        #expect(size(notes) == [160, 100])
        #expect(panel.scene.count == 1)
        #expect(outputs(of: notes) == [panelOutput])
        #expect(outputs(of: slides) == [again])
        #expect(client.wire.error == nil)
    }

    @Test func aRulePutsWindowsOnThePanelThatAskForNoOutput() {
        let rule = WindowRule(title: TextPattern("Notes"), WindowEffects(isOnPanel: true))
        server.content.use([rule])
        let external = plug()
        let notes = client.makeToplevel()
        client.wire.send(notes.role, 2, [.string("Notes")])
        client.map(notes, width: 160, height: 100)
        #expect(size(notes) == [160, 100])
        #expect(outputs(of: notes) == [panelOutput])
        show(notes, on: external)
        #expect(outputs(of: notes) == [panelOutput])
        server.content.use([])
        client.wire.roundTrip()
        #expect(size(notes) == [640, 480])
        #expect(outputs(of: notes) == [external])
    }

    /// Notes that asked for the panel's output before the plug, when it was the only one.
    @Test func theOnlyOutputIsHonouredAtThePlugBesideAnotherFullScreenWindow() {
        let slides = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        client.wire.send(slides.role, 11, [.uint(0)])
        let external = plug()
        #expect(size(notes) == [160, 100] && size(slides) == [640, 480])
        #expect(outputs(of: notes) == [panelOutput] && outputs(of: slides) == [external])
    }

    /// Qt names the only output for every full-screen window: those are the application's content nevertheless.
    @Test func fullScreenWindowsThatAllNameTheOnlyOutputAreTheContent() {
        let document = client.window()
        let slides = client.window()
        show(slides, on: panelOutput)
        _ = plug()
        #expect(size(slides) == [640, 480] && size(document) == [640, 480] && panel.scene.isEmpty)
        unplug()
        show(document, on: panelOutput)
        _ = plug()
        #expect(size(slides) == [640, 480] && size(document) == [640, 480] && panel.scene.isEmpty)
    }

    /// Notes that wait on the panel for an external, and slides that are made when it comes.
    @Test func theOnlyOutputIsHonouredWhenTheExternalGetsAFullScreenWindow() {
        let notes = client.window()
        show(notes, on: panelOutput)
        let external = plug()
        #expect(size(notes) == [640, 480] && panel.scene.isEmpty)
        let slides = client.makeToplevel()
        client.wire.send(slides.role, 11, [.uint(external)])
        client.map(slides, width: 640, height: 480)
        #expect(size(notes) == [160, 100] && size(slides) == [640, 480])
        #expect(outputs(of: notes) == [panelOutput] && outputs(of: slides) == [external])
    }

    @Test func theExternalsOutputIsHonouredAfterTheUnplug() {
        let external = plug()
        _ = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        unplug()
        client.wire.send(notes.role, 11, [.uint(external)])
        client.wire.roundTrip()
        _ = plug()
        #expect(size(notes) == [640, 480] && panel.scene.isEmpty)
        #expect(client.wire.error == nil)
    }

    @Test func windowsOfTheOldShellNameOutputsToo() {
        let external = plug()
        let surface = client.surfaces.makeSurface()
        let window = client.wire.create(client.wire.bind("wl_shell"), 0, [.uint(surface)])
        func size(on output: UInt32) -> [Int32]? {
            client.wire.send(window, 5, [.uint(0), .uint(0), .uint(output)])
            client.wire.roundTrip()
            return client.wire.events(of: window, 1).last.map { [$0.int(1), $0.int(2)] }
        }
        #expect(size(on: panelOutput) == [160, 100])
        client.surfaces.show(client.surfaces.makeBuffer(160, 100), on: surface)
        #expect(panel.scene.map(\.destination) == [Rect(x: 0, y: 0, width: 320, height: 200)])
        #expect(size(on: external) == [640, 480])
        #expect(panel.scene.isEmpty && client.wire.error == nil)
    }

    @Test func aTaskbarPutsWindowsOnAnOutput() {
        let notes = client.window()
        let tool = ShellClient(server, privilege: .tool)
        let manager = tool.wire.bind("zwlr_foreign_toplevel_manager_v1")
        _ = plug()
        server.content.show([Self.large, Self.small].map { ShownDisplay(screen: $0) })
        tool.wire.roundTrip()
        let outputs = tool.wire.bindAll("wl_output")
        let handle = tool.wire.events(of: manager, 0).last?.words[0] ?? 0
        for (output, expected) in [(outputs[1], [160, 100] as [Int32]), (outputs[0], [640, 480])] {
            tool.wire.send(handle, 8, [.uint(output)])
            tool.wire.roundTrip()
            client.wire.roundTrip()
            #expect(size(notes) == expected)
        }
        #expect(tool.wire.error == nil)
    }

    @Test func aDialogIsWhereItsWindowIs() {
        _ = plug()
        let notes = client.window()
        let dialog = client.window(width: 40, height: 20, parent: notes)
        show(notes, on: panelOutput)
        #expect(server.content.scene.isEmpty)
        #expect(
            panel.scene.map(\.destination) == [
                Rect(x: 0, y: 0, width: 320, height: 200), Rect(x: 120, y: 80, width: 80, height: 40),
            ])
        #expect(outputs(of: dialog) == [panelOutput])
    }

    @Test func thePanelsWindowsAreCountedAsTheyComeAndGo() {
        var told: [Bool] = []
        panel.windowsChanged = { told.append($0) }
        _ = plug()
        let notes = client.window()
        show(notes, on: panelOutput)
        #expect(told == [true])
        unplug()
        server.pump()
        #expect(told == [true, false])
        _ = plug()
        server.pump()
        #expect(told == [true, false, true])
        client.wire.send(notes.role, 0)
        client.wire.roundTrip()
        server.pump()
        #expect(told == [true, false, true, false])
        #expect(panel.description == nil)
    }

    /// A locker that has drawn nothing yet.
    private final class Locker: WindowCover {
        var keyboardTarget: Surface? { surface }
        var surface: Surface? { nil }
        var isSettled: Bool { true }
        func screenChanged() {}
    }

    @Test func aLockerHidesThePanelsWindowsWithoutMovingThem() throws {
        var told: [Bool] = []
        panel.windowsChanged = { told.append($0) }
        _ = plug()
        show(client.window(), on: panelOutput)
        let desktop = try #require(server.content.attachments[Desktop.self])
        let locker = Locker()
        desktop.setCover(locker)
        server.pump()
        #expect(panel.scene.isEmpty)
        desktop.setCover(nil)
        server.pump()
        #expect(panel.scene.count == 1)
        #expect(told == [true])
    }

    @Test func theScaleIsThatOfTheWindowsScreen() {
        _ = plug()
        let notes = client.window()
        let manager = client.wire.bind("wp_fractional_scale_manager_v1")
        let object = client.wire.create(manager, 1, [.uint(notes.surface)])
        client.wire.roundTrip()
        client.wire.send(notes.role, 11, [.uint(panelOutput)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: object, 0).map(\.words) == [[120], [240]])
        let senders = client.wire.events.map(\.object)
        #expect(senders.lastIndex(of: object) ?? 0 < senders.lastIndex(of: notes.shell) ?? 0)
        client.wire.send(notes.role, 11, [.uint(client.wire.bindAll("wl_output").last ?? 0)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: object, 0).count == 3)
    }

    // MARK: Input

    @Test func inputForThePanelReachesItsWindows() {
        _ = plug()
        let slides = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        panel.deliver(.down(0, 100, 60))
        panel.deliver(.touchFrame)
        client.wire.roundTrip()
        let touch = client.wire.events(of: client.touch, 0).last
        #expect(touch?.words[2] == notes.surface)
        #expect(touch.map { [$0.fixed(4), $0.fixed(5)] } == [50, 30])
        // A finger on the external at the same time, with the same number of its own.
        server.touch(.down(0, 100, 60))
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.touch, 0).last?.words[2] == slides.surface)
        #expect(client.wire.events(of: client.touch, 0).map { $0.words[3] } == [0, 1], "the seat numbers both")
        panel.deliver(.up(0))
        server.touch(.up(0))
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.touch, 1).map { $0.words[2] } == [0, 1])

        panel.deliver(.pointerMotion(Point(x: 20, y: 40), relative: nil, Timestamp(microseconds: 1000)))
        panel.deliver(.pointerFrame)
        client.wire.roundTrip()
        let enter = client.wire.events(of: client.pointer, 0).last
        #expect(enter?.words[1] == notes.surface)
        #expect(enter.map { [$0.fixed(2), $0.fixed(3)] } == [10, 20])
        if case .named("default", at: Point(x: 20, y: 40)) = panel.cursor {} else { Issue.record("\(panel.cursor)") }
        if case .hidden = server.content.cursor {} else { Issue.record("\(server.content.cursor)") }
        server.point(30, 30)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == slides.surface)
        if case .hidden = panel.cursor {} else { Issue.record("\(panel.cursor)") }
    }

    @Test func theKeyboardFollowsTheScreenThatIsUsed() {
        _ = plug()
        let slides = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        func focus() -> UInt32? {
            client.wire.roundTrip()
            return client.wire.events(of: client.keyboard, 1).last?.words[1]
        }
        server.content.tookKeyboard()
        #expect(focus() == slides.surface)
        panel.tookKeyboard()
        #expect(focus() == notes.surface)
        #expect(panel.switchableWindows.count == 1)
        #expect(server.content.switchableWindows.count == 1)
    }

    // MARK: Frames

    @Test func aWindowIsCalledBackByItsOwnScreensFrames() {
        _ = plug()
        let slides = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        let callbacks = [slides, notes].map { window in
            let callback = client.wire.create(window.surface, 3)
            client.surfaces.commit(window.surface)
            return callback
        }
        client.wire.roundTrip()
        server.present()
        client.wire.roundTrip()
        #expect(callbacks.map { client.wire.events(of: $0, 0).count } == [1, 0])
        panel.frameComposed(callingBack: true)
        client.wire.roundTrip()
        #expect(callbacks.map { client.wire.events(of: $0, 0).count } == [1, 1])
    }

    @Test func aChangeOnOneScreenDamagesNoOther() {
        _ = plug()
        _ = client.window()
        let notes = client.window()
        show(notes, on: panelOutput)
        (_, _) = (observer.takeDamage(), server.observer.takeDamage())
        client.show(notes, width: 160, height: 100, pixel: 0xff00_00ff)
        server.pump()
        #expect(!observer.takeDamage().isEmpty)
        #expect(server.observer.takeDamage().isEmpty)
    }
}
