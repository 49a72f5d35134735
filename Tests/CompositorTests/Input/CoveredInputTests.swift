import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

/// What covers a screen keeps the input there from what lies behind, for every device, also where nothing has moved since.
@Suite struct CoveredInputTests {
    private let application = FakeContent()
    /// A glass, a mouse, a pen and a keyboard of the panel, and the glass of the external.
    private let glass = DeviceID(1)
    private let mouse = DeviceID(2)
    private let tablet = DeviceID(3)
    private let keyboard = DeviceID(4)
    private let wall = DeviceID(5)
    private let left = PointerButton.left
    private let middle = DevicePosition(x: 0.5, y: 0.5)
    private let pen = TabletTool(kind: .pen)

    private func bench(_ isMirrored: Bool = false, _ configuration: Configuration = Configuration()) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: isMirrored ? [Bench.panel(), Bench.external()] : [Bench.panel()],
            application: application, menu: FakeMenu())
        let devices: [(DeviceID, Set<DeviceCapability>, String?)] = [
            (glass, [.touch], "panel"), (mouse, [.pointer], nil), (tablet, [.tablet], "panel"),
            (keyboard, [.keyboard], nil), (wall, [.touch, .tablet, .pointer], "external"),
        ]
        for (id, capabilities, output) in devices {
            bench.compositor.input.inputReceived(
                .deviceAdded(
                    DeviceDescription(
                        id: id, name: "device \(id.number)", capabilities: capabilities, output: output)))
        }
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        return bench
    }

    private func press(_ bench: Bench, _ pressed: Bool, of device: DeviceID? = nil, _ code: UInt32? = nil) {
        bench.compositor.input.inputReceived(
            .pointerButton(device ?? mouse, button: code ?? left, pressed: pressed, bench.loop.now))
    }

    private func click(_ bench: Bench, of device: DeviceID? = nil) {
        for pressed in [true, false] { press(bench, pressed, of: device) }
    }

    private func move(_ bench: Bench, _ dx: Double = 1) {
        let motion = RelativeMotion(dx: dx, dy: 0, unacceleratedDX: dx, unacceleratedDY: 0)
        bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now))
    }

    private func touch(_ bench: Bench, _ slot: Int32 = 0, of device: DeviceID? = nil, at place: DevicePosition? = nil) {
        bench.compositor.input.inputReceived(.touchDown(device ?? glass, slot: slot, place ?? middle, bench.loop.now))
    }

    private func lift(_ bench: Bench, _ slot: Int32 = 0, of device: DeviceID? = nil) {
        bench.compositor.input.inputReceived(.touchUp(device ?? glass, slot: slot, bench.loop.now))
    }

    private func tool(_ bench: Bench, _ events: ToolEvent..., of device: DeviceID? = nil) {
        for event in events { bench.compositor.input.inputReceived(.tool(device ?? tablet, event, bench.loop.now)) }
    }

    private func near(_ bench: Bench) { tool(bench, .near(pen, middle, ToolAxes())) }
    private var tip: ToolEvent { .down(middle, ToolAxes(pressure: 1)) }

    private func presses(_ content: FakeContent) -> [Bool] {
        content.takeInputs().compactMap { if case .pointerButton(_, let pressed, _) = $0 { pressed } else { nil } }
    }

    private func steps(_ content: FakeContent) -> [ToolInput] {
        content.takeInputs().compactMap { if case .tool(_, let step, _) = $0 { step } else { nil } }
    }

    private func enters(_ inputs: [ContentInput]) -> Bool {
        inputs.contains { if case .pointerMotion(_, nil, _) = $0 { true } else { false } }
    }

    // MARK: Black screens

    @Test(arguments: [false, true], [false, true])
    func aClickOnBlackOnlyEndsIt(isMirrored: Bool, hasMoved: Bool) {
        let bench = bench(isMirrored)
        if hasMoved { move(bench) }
        bench.compositor.blanking.blank(.all)
        _ = bench.content.takeInputs()
        press(bench, true)
        #expect(bench.compositor.blanking.extent == nil)
        press(bench, true, PointerButton.right)
        press(bench, false)
        #expect(presses(bench.content).isEmpty)
        press(bench, false, PointerButton.right)
        #expect(bench.content.takeInputs().count { if case .pointerButton = $0 { true } else { false } } == 0)
        click(bench)
        #expect(presses(bench.content) == [true, false])
    }

    @Test(arguments: [false, true])
    func aPointerAtRestLeavesWhatTurnsBlackAndComesBack(isMirrored: Bool) {
        let bench = bench(isMirrored)
        move(bench)
        _ = bench.content.takeInputs()
        bench.compositor.blanking.blank(.all)
        #expect(bench.content.takeInputs() == [.pointerLeave, .pointerFrame])
        bench.compositor.input.inputReceived(
            .pointerAxis(mouse, PointerAxis(source: .wheel, dy: 15, clicks120Y: 120), bench.loop.now))
        let inputs = bench.content.takeInputs()
        #expect(bench.compositor.blanking.extent == nil && enters(inputs))
        #expect(!inputs.contains { if case .pointerAxis = $0 { true } else { false } })
    }

    @Test func aPointerThatNobodyHasMovedDoesNotCome() {
        let bench = bench()
        bench.compositor.blanking.blank(.all)
        bench.compositor.blanking.blank(nil)
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func fingersThatScrollABlackScreenScrollNothingUntilTheyAreLifted() {
        let bench = bench()
        move(bench)
        bench.compositor.blanking.blank(.all)
        _ = bench.content.takeInputs()
        func scrolls(_ axis: PointerAxis) -> Bool {
            bench.compositor.input.inputReceived(.pointerAxis(mouse, axis, bench.loop.now))
            return bench.content.takeInputs().contains { if case .pointerAxis = $0 { true } else { false } }
        }
        let step = PointerAxis(source: .finger, dy: 5)
        let stop = PointerAxis(source: .finger, stopsX: true, stopsY: true)
        for axis in [step, step, stop] { #expect(!scrolls(axis)) }
        #expect(scrolls(step))
    }

    @Test func aFingerBesideTheWakingOneDoesNothingEither() {
        let bench = bench()
        bench.compositor.blanking.blank(.all)
        touch(bench, 0)
        #expect(bench.compositor.blanking.extent == nil)
        touch(bench, 1)
        lift(bench, 1)
        touch(bench, 1)
        lift(bench, 0)
        #expect(bench.content.takeInputs().isEmpty)
        touch(bench, 2)
        #expect(bench.content.takeInputs().count == 1, "the waking one is up")
        lift(bench, 1)
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func aPenThatWakesPressesNothingUntilItIsLifted() {
        let bench = bench()
        bench.compositor.blanking.blank(.all)
        near(bench)
        #expect(bench.compositor.blanking.extent == nil)
        tool(bench, .motion(middle, ToolAxes()), .button(331, pressed: true), .button(331, pressed: false), tip)
        touch(bench)
        lift(bench)
        tool(bench, .up)
        #expect(bench.content.takeInputs().isEmpty)
        tool(bench, tip, .up)
        #expect(steps(bench.content).filter { [.down, .up].contains($0) } == [.down, .up])
        tool(bench, .away)
        bench.compositor.blanking.blank(.all)
        near(bench)
        tool(bench, .away)
        _ = bench.content.takeInputs()
        near(bench)
        tool(bench, tip)
        #expect(steps(bench.content).contains(.down))
    }

    @Test func aDarkPanelBesideAnExternalWakesByTheTip() {
        let bench = bench(true)
        #expect(bench.compositor.blanking.setPower(of: Bench.panel().id, isOn: false))
        near(bench)
        tool(bench, tip, .motion(middle, ToolAxes(pressure: 1)))
        #expect(bench.display.off.isEmpty)
        touch(bench)
        lift(bench)
        tool(bench, .up)
        #expect(bench.content.takeInputs().isEmpty)
        tool(bench, tip)
        #expect(steps(bench.content).contains(.down))
    }

    @Test func aHoveringPenLeavesWhatTurnsBlack() {
        let bench = bench()
        near(bench)
        _ = bench.content.takeInputs()
        bench.compositor.blanking.blank(.all)
        #expect(steps(bench.content) == [.leave])
        bench.compositor.blanking.blank(nil)
        #expect(steps(bench.content).count == 1, "it has done nothing in the dark")
    }

    @Test func aLockedBlackScreenIsBlackForTheLockerToo() {
        let bench = bench()
        bench.content.observer?.contentLocked(true)
        bench.compositor.blanking.blank(.all)
        _ = bench.content.takeInputs()
        touch(bench)
        touch(bench, 1)
        #expect(bench.compositor.blanking.extent == nil)
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func aKeyForAnApplicationOnADarkPanelOnlyLightsIt() {
        let bench = bench(true)
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.compositor.blanking.setPower(of: Bench.panel().id, isOn: false))
        _ = (bench.content.takeInputs(), application.takeInputs())
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(keyboard, code: 30, pressed: pressed, bench.loop.now))
        }
        #expect(application.takeInputs().isEmpty && bench.content.takeInputs().isEmpty)
        #expect(bench.display.off.isEmpty)
    }

    @Test func aPointerThatAGameHoldsIsNotHeldBelowBlackNorTheMenu() {
        let bench = bench()
        move(bench)
        bench.content.holdsPointer = true
        bench.compositor.blanking.blank(.all)
        _ = bench.content.takeInputs()
        click(bench)
        #expect(presses(bench.content).isEmpty)
        #expect(bench.compositor.menu.open(isFocused: false))
        _ = bench.content.takeInputs()
        click(bench)
        #expect(presses(bench.content).isEmpty)
    }

    // MARK: The external's glass

    @Test(arguments: ["blank", "off", "frozen", "dark"])
    func theExternalsGlassReachesNothingBehindWhatItShows(cover: String) {
        let bench = bench(true)
        let external = Bench.external().id
        switch cover {
        case "blank": bench.compositor.blanking.blank(.external)
        case "off": #expect(bench.compositor.blanking.setPower(of: external, isOn: false))
        case "frozen": #expect(bench.compositor.freezer.freeze() == .done)
        default: bench.compositor.blanking.blank(.all)
        }
        _ = bench.content.takeInputs()
        touch(bench, of: wall)
        tool(bench, .near(pen, middle, ToolAxes()), tip, of: wall)
        // A touch has ended the black that input ends: what points from then on does so on a screen that is seen.
        let isLit = cover == "dark"
        if !isLit {
            bench.compositor.input.inputReceived(.pointerPosition(wall, middle, bench.loop.now))
            press(bench, true, of: wall)
        }
        #expect(bench.content.takeInputs().isEmpty)
        bench.compositor.blanking.blank(nil)
        bench.compositor.freezer.thaw()
        _ = bench.compositor.blanking.setPower(of: external, isOn: true)
        touch(bench, 1, of: wall)
        if !isLit { press(bench, true, of: wall, PointerButton.right) }
        #expect(bench.content.takeInputs().isEmpty, "they are beside what came down before")
        if !isLit { for code in [left, PointerButton.right] { press(bench, false, of: wall, code) } }
        lift(bench, of: wall)
        tool(bench, .up, of: wall)
        _ = bench.content.takeInputs()
        touch(bench, 2, of: wall)
        #expect(bench.content.takeInputs().count == 1)
        press(bench, true, of: wall)
        #expect(presses(bench.content) == [true])
    }

    // MARK: Overlays

    @Test(arguments: [false, true], [false, true])
    func aClickBelowTheMenuIsTheMenus(isMirrored: Bool, hasMoved: Bool) {
        let bench = bench(isMirrored)
        if hasMoved { move(bench) }
        _ = bench.content.takeInputs()
        #expect(bench.compositor.menu.open(isFocused: false))
        let covered = bench.content.takeInputs()
        #expect(covered == (hasMoved ? [.pointerLeave, .pointerFrame] : []))
        click(bench)
        #expect(presses(bench.content).isEmpty)
        bench.compositor.menu.close()
        click(bench)
        #expect(presses(bench.content) == [true, false])
    }

    @Test func aDragGoesOnBelowTheMenuAndThePointerLeavesAfterIt() {
        let bench = bench()
        move(bench)
        press(bench, true)
        #expect(bench.compositor.menu.open(isFocused: false))
        _ = bench.content.takeInputs()
        press(bench, false)
        #expect(
            bench.content.takeInputs() == [
                .pointerButton(left, pressed: false, bench.loop.now), .pointerFrame, .pointerLeave, .pointerFrame,
            ])
    }

    @Test func aGestureEndsWhenTheMenuComes() {
        let bench = bench()
        move(bench)
        bench.compositor.input.inputReceived(.pointerGesture(mouse, .begin(.swipe, fingers: 3), bench.loop.now))
        _ = bench.content.takeInputs()
        #expect(bench.compositor.menu.open(isFocused: false))
        #expect(bench.content.takeInputs().first == .pointerGesture(.end(isCancelled: true), bench.loop.now))
        bench.compositor.input.inputReceived(.pointerGesture(mouse, .begin(.swipe, fingers: 3), bench.loop.now))
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func aPenLeavesForTheMenuAndComesBackThoughItRests() {
        let bench = bench()
        near(bench)
        _ = bench.content.takeInputs()
        #expect(bench.compositor.menu.open(isFocused: false))
        #expect(steps(bench.content) == [.leave])
        tool(bench, .button(331, pressed: true))
        #expect(bench.content.takeInputs().isEmpty)
        tool(bench, .button(331, pressed: false))
        bench.compositor.menu.close()
        #expect(steps(bench.content).count == 1)
        tool(bench, tip)
        #expect(bench.compositor.menu.open(isFocused: false))
        _ = bench.content.takeInputs()
        tool(bench, .up)
        #expect(steps(bench.content) == [.up, .leave])
    }

    @Test func aPointerAtRestComesToTheApplicationInFront() {
        let bench = bench()
        bench.compositor.foreground.applicationStarted()
        move(bench)
        _ = (bench.content.takeInputs(), application.takeInputs())
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.content.takeInputs().contains(.pointerLeave))
        #expect(enters(application.takeInputs()))
    }

    @Test func aTapOnANoticeTakesItAwayAndNothingElse() throws {
        let bench = bench()
        bench.compositor.feature(NoticeBoard.self)?.show("so it is")
        let place = try #require(
            bench.compositor.painter.overlay(.notice, on: .panel).first?.destination)
        touch(bench, at: DevicePosition(x: (Double(place.x) + 0.5) / 1280, y: (Double(place.y) + 0.5) / 800))
        lift(bench)
        #expect(bench.content.takeInputs().isEmpty && bench.compositor.feature(NoticeBoard.self)?.isShown == false)
    }

    @Test func nothingPassesThroughASign() throws {
        let bench = bench()
        bench.compositor.feature(SignBoard.self)?.show(.frozen, .frozen)
        let place = try #require(
            bench.compositor.painter.overlay(.signs, on: .panel).first?.destination)
        let spot = DevicePosition(x: (Double(place.x) + 0.5) / 1280, y: (Double(place.y) + 0.5) / 800)
        touch(bench, at: spot)
        lift(bench)
        #expect(bench.content.takeInputs().isEmpty)
        bench.compositor.feature(SignBoard.self)?.show(.frozen, nil)
        touch(bench, at: spot)
        #expect(bench.content.takeInputs().count == 1)
    }

    @Test func nothingPassesThroughADockedBar() {
        let bench = bench()
        let bar = bench.compositor.addBar(FakeImage())
        bar.show(at: HUDDock(screen: .panel, isAtTop: true), width: nil, height: 40)
        _ = bench.content.takeInputs()
        touch(bench, at: DevicePosition(x: 0.5, y: 0.01))
        lift(bench)
        #expect(bench.content.takeInputs().isEmpty)
        bar.hide()
        touch(bench, at: DevicePosition(x: 0.5, y: 0.01))
        #expect(bench.content.takeInputs().count == 1)
    }
}
