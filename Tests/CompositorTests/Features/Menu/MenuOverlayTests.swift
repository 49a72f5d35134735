import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The menu and its handle on a 1280x800 panel that shows the controller of a 3840x2160 external.
@Suite struct MenuOverlayTests {
    private let glass = DeviceID(1)
    private let keyboard = DeviceID(2)
    private let mouse = DeviceID(3)
    private let fake = FakeMenu()
    private let application = FakeContent()

    private func bench(_ configuration: Configuration = Configuration(), isMirrored: Bool = true) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: isMirrored ? [Bench.panel(), Bench.external()] : [Bench.panel()],
            application: application, menu: fake)
        for (id, capability) in [(glass, DeviceCapability.touch), (keyboard, .keyboard), (mouse, .pointer)] {
            bench.compositor.input.inputReceived(
                .deviceAdded(DeviceDescription(id: id, name: "device", capabilities: [capability])))
        }
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        return bench
    }

    private func touch(_ bench: Bench, _ point: Point<PanelSpace>, slot: Int32 = 0) {
        let position = DevicePosition(x: point.x / 1280, y: point.y / 800)
        bench.compositor.input.inputReceived(.touchDown(glass, slot: slot, position, bench.loop.now))
    }

    private func lift(_ bench: Bench, slot: Int32 = 0) {
        bench.compositor.input.inputReceived(.touchUp(glass, slot: slot, bench.loop.now))
        bench.loop.settle()
    }

    private func tap(_ bench: Bench, _ point: Point<PanelSpace>) {
        touch(bench, point)
        lift(bench)
    }

    private func tap(_ bench: Bench, _ item: MenuItem) throws {
        let entry = try #require(bench.compositor.menu.entries?.first { $0.item == item.name })
        tap(bench, middle(of: entry.frame))
    }

    private func middle(of rect: Rect<PanelSpace>) -> Point<PanelSpace> {
        Point(x: Double(rect.x) + Double(rect.width) / 2, y: Double(rect.y) + Double(rect.height) / 2)
    }

    private func key(_ bench: Bench, _ code: UInt32) {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, bench.loop.now))
        }
        bench.loop.settle()
    }

    private func isOpen(_ bench: Bench) -> Bool { bench.compositor.menu.isOpen }

    private func value(_ bench: Bench, _ item: MenuItem) -> String? {
        bench.compositor.menu.entries?.first { $0.item == item.name }?.value
    }

    @Test func aTapOnTheHandleOpensIt() throws {
        let bench = bench()
        let handle = try #require(bench.compositor.status(version: "t").overlays.menu?.handle?.rect)
        tap(bench, middle(of: handle))
        #expect(isOpen(bench))
        #expect(bench.content.takeInputs().isEmpty)
        // No entry is highlighted for fingers.
        #expect(fake.scenes.last?.tiles.contains { $0.isFocused } == false)
    }

    @Test func theHandleIsThereWhereItLeadsSomewhere() {
        let bench = bench(isMirrored: false)
        func handle() -> Rect<PanelSpace>? { bench.compositor.status(version: "t").overlays.menu?.handle?.rect }
        #expect(handle() == nil)
        bench.compositor.foreground.applicationStarted()
        #expect(handle() != nil)
        bench.compositor.foreground.applicationEnded()
        #expect(handle() == nil)
        var configuration = Configuration()
        configuration.menu.handle = .always
        configuration.menu.edge = .left
        bench.compositor.use(configuration)
        #expect(handle()?.x == 0)
        configuration.menu.handle = .never
        bench.compositor.use(configuration)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(handle() == nil)
    }

    @Test func aTapBesideTheMenuClosesItAndReachesNobody() {
        let bench = bench()
        #expect(bench.compositor.menu.open(isFocused: true))
        tap(bench, Point(x: 20, y: 400))
        #expect(!isOpen(bench))
        #expect(bench.content.takeInputs().isEmpty)
        tap(bench, Point(x: 20, y: 400))
        #expect(bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
    }

    @Test func whatTheContentHoldsStaysItsOwn() {
        let bench = bench()
        touch(bench, Point(x: 300, y: 400))
        #expect(bench.compositor.menu.open(isFocused: true))
        touch(bench, Point(x: 20, y: 400), slot: 1)
        lift(bench)
        let inputs = bench.content.takeInputs()
        #expect(inputs.filter { if case .touchUp = $0 { true } else { false } }.count == 1)
        #expect(!inputs.contains(.touchCancel))
        lift(bench, slot: 1)
        #expect(!isOpen(bench))
    }

    @Test func theModeGoesOnWhileTheMenuStaysOpen() throws {
        let bench = bench()
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(value(bench, .mode) == "Direct")
        try tap(bench, .mode)
        #expect(bench.compositor.controller.mode == .trackpad)
        #expect(value(bench, .mode) == "Trackpad")
        try tap(bench, .mode)
        #expect(value(bench, .mode) == "View")
    }

    @Test func entriesAct() throws {
        let bench = bench()
        bench.compositor.foreground.applicationStarted()
        func choose(_ item: MenuItem) throws {
            #expect(bench.compositor.menu.open(isFocused: true))
            try tap(bench, item)
            #expect(!isOpen(bench), "\(item)")
        }
        try choose(.zoom)
        for _ in 0..<30 { bench.loop.advance(microseconds: 16_667) }
        #expect(bench.compositor.status(version: "t").view.controller?.zoom == 3)
        try choose(.pictureInPicture)
        #expect(bench.compositor.pip.isShown)
        try choose(.panelApplication)
        #expect(bench.compositor.foreground.choice == .content)
        try choose(.blankExternal)
        #expect(bench.compositor.blanking.extent == .external)
        try choose(.blankExternal)
        try choose(.mirroring)
        #expect(bench.compositor.plan.panelBase == .content)
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(value(bench, .mirroring) == "Off")
        #expect(bench.compositor.menu.entries?.first?.isAvailable == false)
        try tap(bench, .mirroring)
        #expect(bench.compositor.plan.panelBase == .controller)
    }

    @Test func allScreensStayBlackAfterTheKeyThatAskedForThat() {
        let bench = bench()
        #expect(bench.compositor.menu.open(isFocused: true))
        for _ in 0..<20 where bench.compositor.menu.entries?.first(where: \.isFocused)?.item != "blank" {
            key(bench, 15)
        }
        key(bench, 28)
        #expect(bench.compositor.blanking.extent == .all)
        #expect(!isOpen(bench))
    }

    @Test func keysAreTheMenusWhileItIsOpen() {
        let bench = bench()
        bench.compositor.input.inputReceived(.key(keyboard, code: 42, pressed: true, bench.loop.now))
        bench.compositor.input.inputReceived(.key(keyboard, code: 30, pressed: true, bench.loop.now))
        #expect(bench.compositor.menu.open(isFocused: true))
        key(bench, 31)
        key(bench, 103)
        for code in [UInt32(30), 42] {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: false, bench.loop.now))
        }
        let codes = bench.content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
        // What was held before is released where it was pressed.
        #expect(codes == [42, 30, 30, 42])
        key(bench, 1)
        #expect(!isOpen(bench))
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func theBoundKeyOpensAndCloses() {
        let bench = bench()
        func chord() {
            bench.compositor.input.inputReceived(.key(keyboard, code: 125, pressed: true, bench.loop.now))
            key(bench, 24)
            bench.compositor.input.inputReceived(.key(keyboard, code: 125, pressed: false, bench.loop.now))
        }
        chord()
        #expect(isOpen(bench))
        #expect(fake.scenes.last?.tiles.first?.isFocused == true)
        chord()
        #expect(!isOpen(bench))
    }

    @Test func aSwitchScansAndChooses() {
        var configuration = Configuration()
        configuration.menu.scanMicroseconds = 1_000_000
        configuration.bindings.chords[.panelMenu] = BoundKeys([], 66)
        let bench = bench(configuration)
        key(bench, 66)
        #expect(isOpen(bench))
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.compositor.menu.entries?.first { $0.isFocused }?.item == "zoom")
        key(bench, 66)
        #expect(!isOpen(bench))
        for _ in 0..<30 { bench.loop.advance(microseconds: 16_667) }
        #expect(bench.compositor.status(version: "t").view.controller?.zoom == 3)
        // Without a choice it goes away by itself, and its timer with it.
        key(bench, 66)
        for _ in 0..<60 { bench.loop.advance(microseconds: 1_000_000) }
        #expect(!isOpen(bench))
        #expect(bench.loop.nextDue == nil)
    }

    @Test func aMouseComesToTheMenuAndGoesBack() throws {
        let bench = bench()
        func move(_ dx: Double, _ dy: Double) {
            bench.compositor.input.inputReceived(
                .pointerMotion(
                    mouse, RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy), bench.loop.now))
        }
        func click() {
            for pressed in [true, false] {
                bench.compositor.input.inputReceived(
                    .pointerButton(mouse, button: 0x110, pressed: pressed, bench.loop.now))
            }
        }
        move(5, 5)
        _ = bench.content.takeInputs()
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(bench.content.takeInputs().contains(.pointerLeave))
        let entry = try #require(bench.compositor.menu.entries?.first)
        move(-5000, -5000)
        let target = middle(of: entry.frame)
        move(target.x, target.y)
        #expect(bench.compositor.menu.entries?.first?.isFocused == true)
        click()
        #expect(bench.compositor.controller.mode == .trackpad)
        #expect(bench.content.takeInputs().isEmpty)
        bench.compositor.menu.close()
        move(5, 5)
        #expect(bench.content.takeInputs().contains { if case .pointerMotion = $0 { true } else { false } })
    }

    @Test func aPanelThatChangesClosesIt() {
        let bench = bench()
        #expect(bench.compositor.menu.open(isFocused: true))
        touch(bench, Point(x: 20, y: 400))
        bench.connect([Bench.panel(800, 480)])
        #expect(!isOpen(bench))
        #expect(bench.compositor.menu.open(isFocused: true))
        bench.compositor.blanking.blank(.all)
        #expect(!isOpen(bench))
        bench.connect([])
        #expect(!bench.compositor.menu.open(isFocused: true))
    }

    @Test func commandsRunAndFailuresAreTold() throws {
        var configuration = Configuration()
        configuration.menu.commands = [MenuCommand(name: "Lights", command: ["lights", "on"])]
        let bench = bench(configuration)
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .command(0))
        #expect(fake.commands == [["lights", "on"]])
        #expect(bench.compositor.feature(NoticeBoard.self)?.isShown == false)
        fake.failure = "it is dark"
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .command(0))
        #expect(bench.notices.texts.last == "Failed: Lights: it is dark")
    }

    @Test func aNoticeGivesWayToTheMenu() throws {
        let board = try #require(bench().compositor.feature(NoticeBoard.self))
        board.show("a notice")
        let before = try #require(board.frame)
        board.keepClear(of: before)
        #expect(try #require(board.frame).intersection(before).isEmpty)
        board.keepClear(of: nil)
        #expect(board.frame == before)
        board.hide()
        board.keepClear(of: before)
        #expect(!board.isShown)
    }

    @Test func aScreenshotOfThePanelWaitsForAFrameWithoutTheMenu() throws {
        let bench = bench(isMirrored: false)
        #expect(bench.compositor.menu.open(isFocused: true))
        bench.loop.settle()
        #expect(bench.drain())
        try tap(bench, .screenshot)
        #expect(fake.screenshots.isEmpty)
        #expect(bench.drain())
        #expect(fake.screenshots == [.panel])
        #expect(bench.notices.texts.last == "Saved: /pictures/1.png")
    }

    @Test func textsAreInTheLanguageOfTheConfiguration() {
        var configuration = Configuration()
        configuration.interface.language = .japanese
        let bench = bench(configuration)
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(fake.scenes.last?.tiles.last?.name == "閉じる")
    }

    @Test(arguments: MenuEdge.allCases) func aNoticeDoesNotCoverTheOpenMenu(edge: MenuEdge) throws {
        var configuration = Configuration()
        configuration.menu.edge = edge
        configuration.menu.place = 0
        let bench = bench(configuration)
        #expect(bench.compositor.menu.open(isFocused: false))
        bench.compositor.feature(NoticeBoard.self)?.show("so it is")
        let notice = try #require(bench.compositor.painter.overlay(.notice, on: .panel).first)
        let sheet = try #require(fake.scenes.last?.grid.frame)
        #expect(sheet.intersection(notice.destination.reinterpreted()).isEmpty)
    }

    /// A scroll bar lies under the handle: a finger or a mouse that drags along the edge has it.
    @Test(arguments: [false, true]) func theHandleGivesWayToADragAlongTheEdge(isMirrored: Bool) throws {
        var configuration = Configuration()
        configuration.menu.handle = .always
        let bench = bench(configuration, isMirrored: isMirrored)
        func position(_ y: Double) -> DevicePosition { DevicePosition(x: 1275.0 / 1280, y: y / 800) }
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, position(400), bench.loop.now))
        bench.compositor.input.inputReceived(.touchFrame(glass, bench.loop.now))
        #expect(bench.content.takeInputs().isEmpty)
        for y in [500.0, 540] {
            bench.compositor.input.inputReceived(.touchMotion(glass, slot: 0, position(y), bench.loop.now))
            bench.compositor.input.inputReceived(.touchFrame(glass, bench.loop.now))
        }
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        let inputs = bench.content.takeInputs()
        let down = inputs.compactMap { if case .touchDown(_, let point, _) = $0 { point } else { nil } }
        let moved = inputs.compactMap { if case .touchMotion(_, let point, _) = $0 { point } else { nil } }
        // 40 rows of the panel are black above the controller's picture, which is a third of the external's size.
        let expected: [Double] = isMirrored ? [1080, 1500] : [400, 540]
        #expect(down.map(\.y) == [expected[0]] && moved.map(\.y) == [expected[1]])
        #expect(inputs.filter { if case .touchUp = $0 { true } else { false } }.count == 1)
        #expect(!isOpen(bench))
    }

    @Test func theHandleGivesWayToAMouse() throws {
        var configuration = Configuration()
        configuration.menu.handle = .always
        let bench = bench(configuration, isMirrored: false)
        func move(_ y: Double) {
            bench.compositor.input.inputReceived(
                .pointerPosition(mouse, DevicePosition(x: 1275.0 / 1280, y: y / 800), bench.loop.now))
        }
        func press(_ isPressed: Bool) {
            bench.compositor.input.inputReceived(
                .pointerButton(mouse, button: PointerButton.left, pressed: isPressed, bench.loop.now))
        }
        move(400)
        press(true)
        #expect(bench.content.takeInputs().isEmpty)
        move(500)
        move(540)
        press(false)
        let inputs = bench.content.takeInputs()
        let buttons = inputs.compactMap { if case .pointerButton(_, let isPressed, _) = $0 { isPressed } else { nil } }
        #expect(buttons == [true, false] && !isOpen(bench))
        let pressed = inputs.firstIndex { if case .pointerButton = $0 { true } else { false } } ?? 0
        func rows(_ inputs: some Sequence<ContentInput>) -> [Double] {
            inputs.compactMap { if case .pointerMotion(let point, _, _) = $0 { point.y } else { nil } }
        }
        #expect(rows(inputs[..<pressed]).last ?? 400 == 400 && rows(inputs[pressed...]) == [500, 540])
        move(400)
        press(true)
        press(false)
        #expect(isOpen(bench))
    }

    /// From beyond the edge to its place within 200 ms; taps find the tiles where they come to rest.
    @Test(arguments: MenuEdge.allCases) func theSheetSlidesIn(edge: MenuEdge) throws {
        var configuration = Configuration()
        configuration.menu.edge = edge
        let bench = bench(configuration)
        func frame() -> Rect<OutputSpace>? { bench.compositor.painter.overlay(.menu, on: .panel).first?.frame }
        #expect(bench.compositor.menu.open(isFocused: false))
        let place: Rect<OutputSpace> = try #require(fake.scenes.last?.grid.frame).reinterpreted()
        let panel = Rect<OutputSpace>(x: 0, y: 0, width: 1280, height: 800)
        #expect(try #require(frame()).intersection(panel).isEmpty)
        var distances: [Int] = []
        for _ in 0..<12 {
            let frame = try #require(frame())
            distances.append(abs(frame.x - place.x) + abs(frame.y - place.y))
            bench.loop.advance(microseconds: 16_667)
        }
        #expect(distances == distances.sorted(by: >) && distances.last == 0 && frame() == place)
        try tap(bench, .mode)
        #expect(bench.compositor.controller.mode == .trackpad)
        bench.compositor.menu.close()
        configuration.interface.showsMotion = false
        bench.compositor.use(configuration)
        #expect(bench.compositor.menu.open(isFocused: false))
        #expect(frame() == place)
    }
}
