import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

@Suite struct PanelKeyboardTests {
    private let keyboard = FakeScreenKeyboard()

    /// A panel with 1280x800 beside a 4K external; the keyboard takes the panel's last 240 rows.
    private func makeBench(_ show: KeyboardShow = .auto) -> Bench {
        var configuration = Configuration()
        configuration.screenKeyboard.show = show
        let bench = Bench(configuration: configuration, screenKeyboard: keyboard)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        return bench
    }

    private func wait(_ bench: Bench, milliseconds: Int64) {
        bench.loop.advance(microseconds: milliseconds * 1000)
        bench.loop.settle()
    }

    private func frame(_ bench: Bench) -> Rect<OutputSpace>? {
        bench.compositor.painter.overlay(.keyboard, on: .panel).first?.frame
    }

    @Test func beingShownItTakesAnEdgeOfThePanelAndNothingOfTheExternal() throws {
        let bench = makeBench(.always)
        let layout = bench.content.screens.last
        #expect(layout?.handheldArea == Rect(x: 0, y: 4320, width: 1280, height: 800))
        keyboard.hasKeyboard = true
        #expect(frame(bench) == Rect(x: 0, y: 560, width: 1280, height: 240))
        let viewport = try #require(bench.compositor.status(version: "t").view.viewport)
        #expect([viewport.x, viewport.y, viewport.width, viewport.height] == [142, 0, 996, 560])
        #expect(bench.content.screens.last == layout)
        keyboard.hasKeyboard = false
        #expect(frame(bench) == nil)
        #expect(bench.compositor.status(version: "t").view.viewport?.height == 720)
    }

    /// Chromium's field lies below the keyboard when its window has shrunk: it is asked to scroll, once for each place.
    @Test func atHomeTheFieldStaysInSight() {
        let bench = Bench(screenKeyboard: keyboard)
        func scrolled() -> [Double] {
            bench.content.takeInputs().compactMap { if case .pointerAxis(let axis, _) = $0 { axis.dy } else { nil } }
        }
        keyboard.isTextFieldFocused = true
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 300, y: 590, width: 2, height: 20))
        #expect(scrolled().isEmpty)
        keyboard.keyboardArea = Rect(x: 0, y: 560, width: 1280, height: 240)
        bench.loop.settle()
        bench.content.observer?.contentSettled()
        #expect(scrolled() == [70, 0], "as far as it is hidden and a line, and the end")
        bench.content.observer?.contentSettled()
        #expect(scrolled().isEmpty, "it could not")
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 300, y: 520, width: 2, height: 20))
        #expect(scrolled().isEmpty, "it is in sight")
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 300, y: 620, width: 2, height: 20))
        #expect(scrolled() == [100, 0])
    }

    /// Chromium does not say where its text cursor is when a finger taps a field.
    @Test func whereAFingerTappedStaysInSight() {
        let bench = Bench(screenKeyboard: keyboard)
        let glass = DeviceID(1)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        func tap(_ y: Double) {
            let position = DevicePosition(x: 0.25, y: y / 800)
            bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, position, bench.loop.now))
            bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        }
        func scrolled() -> [Double] {
            bench.content.takeInputs().compactMap { if case .pointerAxis(let axis, _) = $0 { axis.dy } else { nil } }
        }
        tap(600)
        keyboard.isTextFieldFocused = true
        keyboard.keyboardArea = Rect(x: 0, y: 560, width: 1280, height: 240)
        bench.loop.settle()
        bench.content.observer?.contentSettled()
        let first = scrolled()
        #expect(first.count == 2 && first[0] > 40 && first[0] < 120)
        // A finger on the keyboard itself is no field's.
        tap(700)
        bench.content.observer?.contentSettled()
        #expect(scrolled().isEmpty)
    }

    private func type(_ bench: Bench, _ code: UInt32) {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(DeviceID(9), code: code, pressed: pressed, bench.loop.now))
        }
    }

    @Test func whileKeysAreTypedItStaysAwayUntilAFingerTaps() {
        let bench = Bench.mirroring(screenKeyboard: keyboard)
        keyboard.hasKeyboard = true
        keyboard.isTextFieldFocused = true
        #expect(keyboard.showsKeyboards)
        // Volume, power and modifiers are no writing.
        for code: UInt32 in [115, 116, 42, 125] { type(bench, code) }
        #expect(keyboard.showsKeyboards)
        type(bench, 30)
        #expect(!keyboard.showsKeyboards)
        // From field to field by keys.
        keyboard.isTextFieldFocused = false
        keyboard.isTextFieldFocused = true
        #expect(!keyboard.showsKeyboards)
        // A finger that scrolls, and one that taps.
        touch(bench, down: 80)
        #expect(!keyboard.showsKeyboards)
        touch(bench, down: 4)
        #expect(keyboard.showsKeyboards)
    }

    /// A tap may be what gives the focus to a field.
    @Test func aFieldThatATapFocusesNeedsIt() {
        let bench = Bench.mirroring(screenKeyboard: keyboard)
        keyboard.hasKeyboard = true
        type(bench, 30)
        touch(bench, down: 0)
        #expect(!keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = true
        #expect(keyboard.showsKeyboards)
    }

    /// A finger on the controller, which moves down by so many pixels.
    private func touch(_ bench: Bench, down distance: Double) {
        bench.down(0, 640, 300)
        bench.move(0, 640, 300 + distance)
        bench.up(0)
    }

    @Test(arguments: [KeyboardShow.always, .never])
    func keysDoNotChangeWhatTheUserChose(show: KeyboardShow) {
        let bench = makeBench(show)
        keyboard.hasKeyboard = true
        keyboard.isTextFieldFocused = true
        type(bench, 30)
        #expect(keyboard.showsKeyboards == (show == .always))
    }

    @Test func chordsAreNoWriting() {
        let bench = makeBench()
        keyboard.hasKeyboard = true
        keyboard.isTextFieldFocused = true
        let input = bench.compositor.input
        input.inputReceived(.key(DeviceID(9), code: 29, pressed: true, bench.loop.now))
        type(bench, 46)
        #expect(keyboard.showsKeyboards)
        input.inputReceived(.key(DeviceID(9), code: 29, pressed: false, bench.loop.now))
        type(bench, 46)
        #expect(!keyboard.showsKeyboards)
    }

    @Test func showingItByHandEndsTheTyping() {
        let bench = makeBench()
        keyboard.hasKeyboard = true
        keyboard.isTextFieldFocused = true
        type(bench, 30)
        bench.compositor.keyboard?.choose(.auto)
        #expect(keyboard.showsKeyboards)
    }

    /// At home the keyboard is the content's, and what the service places keeps clear of it all the same.
    @Test func atHomeWhatIsPlacedKeepsClearOfIt() throws {
        var configuration = Configuration()
        configuration.menu.handle = .always
        configuration.menu.edge = .bottom
        let bench = Bench(configuration: configuration, screenKeyboard: keyboard, menu: FakeMenu())
        func handle() -> Rect<PanelSpace>? { bench.compositor.status(version: "t").overlays.menu?.handle?.rect }
        #expect(handle()?.maxY == 800)
        keyboard.keyboardArea = Rect(x: 0, y: 560, width: 1280, height: 240)
        bench.loop.settle()
        #expect(handle()?.maxY == 560)
        #expect(bench.compositor.plan.panel?.reserved == EdgeMargins.none, "the content sees to that itself")
        keyboard.keyboardArea = nil
        bench.loop.settle()
        #expect(handle()?.maxY == 800)
    }

    @Test func aZoomedControllerKeepsTheFieldInSightWhileAKeyboardIsThere() throws {
        let bench = makeBench()
        keyboard.hasKeyboard = true
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1000)))
        #expect(bench.drain())
        let cursor = Rect<ContentSpace>(x: 1900, y: 1300, width: 2, height: 30)
        func seen() throws -> Rect<ContentSpace> {
            try #require(bench.compositor.controller.view?.viewport.seen)
        }
        let before = try seen()
        #expect(before.contains(cursor))
        bench.content.observer?.contentTextCursorMoved(to: cursor)
        bench.loop.settle()
        #expect(try seen() == before, "the pointer is followed, not the text")
        keyboard.isTextFieldFocused = true
        bench.loop.settle()
        #expect(frame(bench) != nil)
        #expect(try seen().contains(cursor))
        let below = Rect<ContentSpace>(x: 400, y: 2000, width: 2, height: 30)
        bench.content.observer?.contentTextCursorMoved(to: below)
        bench.loop.settle()
        let typed = try seen()
        #expect(typed.contains(below))
        keyboard.isTextFieldFocused = false
        wait(bench, milliseconds: 400)
        let left = try seen()
        bench.content.observer?.contentTextCursorMoved(to: cursor)
        bench.loop.settle()
        #expect(try seen() == left)
    }

    @Test func fingersReachTheKeyUnderThem() {
        let bench = makeBench(.always)
        keyboard.hasKeyboard = true
        let device = DeviceID(1)
        bench.compositor.input.inputReceived(
            .touchDown(device, slot: 0, DevicePosition(x: 100.5 / 1280, y: 600.5 / 800), bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        let points = bench.content.inputs.compactMap { input -> Point<ContentSpace>? in
            guard case .touchDown(_, let point, _) = input else { return nil }
            return point
        }
        #expect(points.count == 1)
        #expect(points.allSatisfy { abs($0.x - 100.5) < 0.01 && abs($0.y - (4320 + 600.5)) < 0.01 })
    }

    /// A finger that slides off stays on the nearest key.
    @Test func aFingerThatLeavesStaysOnTheKeyboard() {
        let bench = makeBench(.always)
        keyboard.hasKeyboard = true
        let device = DeviceID(1)
        func at(_ y: Double) -> DevicePosition { DevicePosition(x: 0.5, y: y) }
        bench.compositor.input.inputReceived(.touchDown(device, slot: 0, at(0.9), bench.loop.now))
        bench.compositor.input.inputReceived(.touchMotion(device, slot: 0, at(0.1), bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        let moves = bench.content.inputs.compactMap { input -> Point<ContentSpace>? in
            guard case .touchMotion(_, let point, _) = input else { return nil }
            return point
        }
        #expect(moves.map(\.y) == [Double(keyboard.place.y)])
    }

    @Test func itComesWithATextFieldAndGoesAMomentAfter() {
        let bench = makeBench()
        keyboard.hasKeyboard = true
        #expect(!keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = true
        #expect(keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = false
        wait(bench, milliseconds: 100)
        #expect(keyboard.showsKeyboards, "the next field may follow")
        keyboard.isTextFieldFocused = true
        wait(bench, milliseconds: 1000)
        #expect(keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = false
        wait(bench, milliseconds: 1000)
        #expect(!keyboard.showsKeyboards)
        #expect(frame(bench) == nil)
        #expect(bench.loop.nextDue == nil)
    }

    @Test func theUsersChoiceHoldsWhateverHasTheFocus() {
        let bench = makeBench()
        keyboard.hasKeyboard = true
        bench.compositor.keyboard?.choose(.always)
        #expect(keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = true
        bench.compositor.keyboard?.choose(.never)
        #expect(!keyboard.showsKeyboards)
        keyboard.isTextFieldFocused = false
        keyboard.isTextFieldFocused = true
        wait(bench, milliseconds: 1000)
        #expect(!keyboard.showsKeyboards)
        #expect(
            bench.compositor.status(version: "t").overlays.screenKeyboard
                == ScreenKeyboardStatus(show: .never, isShown: false))
        bench.compositor.keyboard?.choose(.auto)
        #expect(keyboard.showsKeyboards)
        bench.compositor.perform(.screenKeyboard)
        #expect(!keyboard.showsKeyboards)
        bench.compositor.perform(.screenKeyboard)
        #expect(keyboard.showsKeyboards)
    }

    @Test func withoutAKeyboardThereIsNoStatus() {
        let bench = makeBench(.always)
        #expect(bench.compositor.status(version: "t").overlays.screenKeyboard == nil)
        bench.compositor.keyboard?.choose(.always)
        #expect(bench.compositor.keyboard?.status == nil)
    }

    @Test func aChangeOfAKeyDrawsNothingElse() {
        let bench = makeBench(.always)
        keyboard.hasKeyboard = true
        bench.loop.settle()
        #expect(bench.drain())
        let before = bench.compositor.status(version: "t").counters
        keyboard.keyboardObserver?.handheldKeyboardDamaged(
            Region(Rect(x: 10, y: keyboard.place.y + 20, width: 40, height: 30)))
        bench.loop.settle()
        #expect(bench.drain())
        let after = bench.compositor.status(version: "t").counters
        #expect(after.panel.damagedPixels - before.panel.damagedPixels == 40 * 30)
        #expect(after.external.damagedPixels == before.external.damagedPixels)
    }

    /// Whatever happens, the margins are those of what is shown, and nothing is held or scheduled at the end.
    @Test(arguments: UInt64(0)..<60) func thePanelFollowsWhateverHappens(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bench = makeBench(KeyboardShow.allCases.randomElement(using: &random) ?? .auto)
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: keyboard.hasKeyboard = random.chance(70)
            case 1: keyboard.isTextFieldFocused.toggle()
            case 2: bench.compositor.keyboard?.choose(KeyboardShow.allCases.randomElement(using: &random) ?? .auto)
            case 3: bench.connect([Bench.panel()] + (random.chance(60) ? [Bench.external()] : []))
            case 4: wait(bench, milliseconds: .random(in: 0...600, using: &random))
            default:
                let position = DevicePosition(
                    x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
                bench.compositor.input.inputReceived(.touchDown(DeviceID(1), slot: 0, position, bench.loop.now))
                if random.chance(70) {
                    bench.compositor.input.inputReceived(.touchUp(DeviceID(1), slot: 0, bench.loop.now))
                }
            }
            bench.loop.settle()
            let isBeside = bench.compositor.plan.controller(on: OutputID("DSI-1")) != nil
            let isShown = keyboard.handheldKeyboard != nil
            if isBeside { #expect((bench.compositor.plan.panel?.reserved.bottom == 240) == isShown, "seed \(seed)") }
            #expect((frame(bench) != nil) == isShown, "seed \(seed)")
        }
    }
}
