import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

/// The controller of a 3840x2160 external on a 1280x800 panel: 1280x720 below a letterbox of 40 rows.
@Suite struct ControllerZoomerTests {
    private let device = Bench.glass
    private let panel = OutputID("DSI-1")

    private func bench(
        _ configuration: Configuration = Configuration(), application: FakeContent? = nil
    ) -> Bench {
        let bench = Bench.mirroring(configuration, application: application)
        #expect(bench.drain())
        bench.renderer.reset()
        _ = bench.content.takeInputs()
        return bench
    }

    private func zoom(_ bench: Bench) -> Double? { bench.compositor.status(version: "t").view.controller?.zoom }

    @Test func aZoomRedrawsThePanelAlone() {
        let bench = bench()
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 0, y: 0)))
        bench.loop.settle()
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.renderer.mirrored == Region(Rect(x: 0, y: 0, width: 1280, height: 800)))
        let status = bench.compositor.status(version: "t").view.controller
        #expect(status == ControllerStatus(mode: .direct, zoom: 3, x: 0, y: 0, width: 1280, height: 800))
    }

    @Test func onlyWhatIsSeenIsDamaged() {
        let bench = bench()
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 0, y: 0)))
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.display.takeDamage(of: panel)
        let before = bench.compositor.status(version: "t").counters.panel.framesPresented
        bench.content.observer?.contentDamaged(Region(Rect(x: 2000, y: 1000, width: 100, height: 100)))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: panel).isEmpty)
        #expect(bench.compositor.status(version: "t").counters.panel.framesPresented == before)
        bench.content.observer?.contentDamaged(Region(Rect(x: 1270, y: 700, width: 100, height: 10)))
        bench.loop.settle()
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 1270, y: 700, width: 10, height: 10)))
    }

    @Test func aHeldTouchOutlivesAZoom() {
        let bench = bench()
        bench.down(0, 640, 400)
        #expect(bench.compositor.controller.zoom(to: 3, center: nil))
        bench.move(0, 650, 400)
        bench.up(0)
        let inputs = bench.content.takeInputs()
        #expect(!inputs.contains(.touchCancel))
        let moved = inputs.compactMap { if case .touchMotion(_, let point, _) = $0 { point } else { nil } }
        #expect(moved == [Point(x: 1930, y: 1080)])
    }

    @Test func aPinchZoomsAndAFlingGoesOn() {
        let bench = bench()
        bench.down(0, 600, 400)
        bench.down(1, 680, 400)
        for step in 1...10 {
            bench.move(0, 600 - Double(step) * 16, 400 - Double(step) * 10)
            bench.move(1, 680 + Double(step) * 16, 400 - Double(step) * 10)
        }
        #expect(zoom(bench).map { abs($0 - 5) < 0.01 } == true)
        bench.up(0)
        for step in 1...10 { bench.move(1, 840 - Double(step) * 12, 300) }
        let before = bench.compositor.status(version: "t").view.controller?.x ?? 0
        bench.up(1)
        for _ in 0..<60 {
            bench.loop.advance(microseconds: 16_667)
            _ = bench.drain()
        }
        let after = bench.compositor.status(version: "t").view.controller?.x ?? 0
        #expect(after > before + 50)
        #expect(bench.content.takeInputs().filter { $0 == .touchCancel }.count == 1)
        // The minimap goes, and everything has come to rest.
        bench.loop.advance(microseconds: 1_100_000)
        #expect(bench.drain())
        _ = bench.display.takeDamage(of: panel)
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.display.takeDamage(of: panel).isEmpty)
    }

    @Test func twoTapsOfTwoFingersGoThereAndBack() {
        let bench = bench()
        func doubleTap() {
            for _ in 0..<2 {
                bench.down(0, 600, 400)
                bench.down(1, 700, 400)
                bench.loop.advance(microseconds: 50_000)
                bench.up(0)
                bench.up(1)
                bench.loop.advance(microseconds: 50_000)
            }
            for _ in 0..<30 { bench.loop.advance(microseconds: 16_667) }
        }
        doubleTap()
        #expect(zoom(bench) == 3)
        #expect(bench.compositor.controller.zoom(to: 5, center: nil))
        doubleTap()
        #expect(zoom(bench) == 1)
        doubleTap()
        #expect(zoom(bench) == 5)
    }

    @Test func theApplicationMayWantBothFingers() {
        var configuration = Configuration()
        configuration.controller.twoFingers = .application
        let bench = bench(configuration)
        bench.down(0, 600, 400)
        bench.down(1, 700, 400)
        let downs = bench.content.takeInputs().filter { if case .touchDown = $0 { true } else { false } }
        #expect(downs.count == 2)
        // A change of mind cancels nothing that is held.
        configuration.controller.twoFingers = .view
        bench.compositor.use(configuration)
        #expect(!bench.content.takeInputs().contains(.touchCancel))
    }

    @Test func theZoomWaitsBehindThePanelApplication() {
        let bench = bench(application: FakeContent())
        bench.compositor.foreground.applicationStarted()
        #expect(bench.compositor.controller.zoom(to: 4, center: nil))
        _ = bench.compositor.foreground.show(.application)
        #expect(zoom(bench) == nil)
        #expect(!bench.compositor.controller.zoom(to: 2, center: nil))
        bench.down(0, 600, 400)
        bench.down(1, 700, 400)
        bench.up(0)
        bench.up(1)
        _ = bench.compositor.foreground.show(.content)
        #expect(zoom(bench) == 4)
    }

    @Test func anotherContentBeginsAtFit() {
        let bench = bench()
        #expect(bench.compositor.controller.zoom(to: 4, center: nil))
        bench.connect([Bench.panel()])
        #expect(zoom(bench) == nil)
        bench.connect([Bench.panel(), Bench.external(1920, 1080)])
        #expect(zoom(bench) == 1)
    }

    @Test func theTrackpadMovesThePointerAndClicks() {
        let bench = bench()
        bench.compositor.controller.use(.trackpad)
        bench.down(0, 600, 400)
        for step in 1...10 { bench.move(0, 600 + Double(step) * 10, 400) }
        bench.up(0)
        bench.loop.advance(microseconds: 500_000)
        bench.down(0, 600, 400)
        bench.loop.advance(microseconds: 50_000)
        bench.up(0)
        bench.loop.advance(microseconds: 500_000)
        let inputs = bench.content.takeInputs()
        #expect(!inputs.contains { if case .touchDown = $0 { true } else { false } })
        #expect(inputs.contains { if case .pointerMotion = $0 { true } else { false } })
        let buttons = inputs.compactMap {
            if case .pointerButton(let code, let pressed, _) = $0 { (code, pressed) } else { nil }
        }
        #expect(buttons.map(\.0) == [0x110, 0x110] && buttons.map(\.1) == [true, false])
        // The trackpad is no device of the machine, and its events are nobody's recording.
        #expect(bench.compositor.input.devices.all.map(\.id) == [device])
    }

    @Test func aButtonHeldByTheTrackpadEndsWithTheMode() {
        let bench = bench()
        bench.compositor.controller.use(.trackpad)
        bench.down(0, 600, 400)
        bench.loop.advance(microseconds: 50_000)
        bench.up(0)
        _ = bench.content.takeInputs()
        bench.compositor.controller.use(.view)
        let released = bench.content.takeInputs().contains {
            if case .pointerButton(0x110, pressed: false, _) = $0 { true } else { false }
        }
        #expect(released)
        bench.down(0, 600, 400)
        bench.move(0, 500, 400)
        bench.up(0)
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test(arguments: ViewFollow.allCases) func theViewFollows(_ follow: ViewFollow) {
        var configuration = Configuration()
        configuration.controller.follow = follow
        let bench = bench(configuration)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1080)))
        let mouse = DeviceID(2)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: mouse, name: "mouse", capabilities: [.pointer])))
        let motion = RelativeMotion(dx: 100, dy: 0, unacceleratedDX: 100, unacceleratedDY: 0)
        for _ in 0..<12 { bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now)) }
        let seen = bench.compositor.status(version: "t").view.controller
        // The pointer is at 3120, and a seventh of the panel's width from its right edge.
        #expect(seen?.x == (follow == .pointer ? 3120 + 192 - 1280 : 1280))
        let place = Rect<ContentSpace>(x: 3000, y: 1000, width: 2, height: 20)
        bench.content.observer?.contentTextCursorMoved(to: place)
        bench.loop.settle()
        let text = bench.compositor.status(version: "t").view.controller?.x
        #expect(text == (follow == .text ? 3001 + 192 - 1280 : seen?.x))
        // All of the screen is no place to go to.
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.status(version: "t").view.controller?.x == text)
        bench.content.observer?.contentDamaged(Region(Rect(x: 100, y: 1000, width: 20, height: 20)))
        bench.loop.settle()
        #expect(bench.drain())
        let change = bench.compositor.status(version: "t").view.controller?.x
        #expect(change == (follow == .change ? 0 : text))
    }

    @Test func theViewStaysUnderAFingerAndFollowsAfterwards() {
        var configuration = Configuration()
        configuration.controller.follow = .text
        let bench = bench(configuration)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1080)))
        bench.down(0, 640, 400)
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 3000, y: 1000, width: 2, height: 20))
        bench.loop.settle()
        #expect(bench.compositor.status(version: "t").view.controller?.x == 1280)
        bench.up(0)
        #expect(bench.compositor.status(version: "t").view.controller?.x == 3001 + 192 - 1280)
    }

    @Test func whatWasWaitedForInVainHoldsUpNothing() {
        var configuration = Configuration()
        configuration.controller.follow = .text
        let bench = bench(configuration)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1080)))
        // The loupe is cancelled by a second finger that stays.
        bench.down(0, 640, 400)
        bench.loop.advance(microseconds: 350_000)
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 3000, y: 1000, width: 2, height: 20))
        bench.down(1, 800, 400)
        bench.loop.advance(microseconds: 500_000)
        bench.up(1)
        bench.up(0)
        bench.content.observer?.contentTextCursorMoved(to: Rect(x: 3100, y: 1000, width: 2, height: 20))
        bench.loop.settle()
        #expect(bench.compositor.status(version: "t").view.controller?.x == 3101 + 192 - 1280)
    }

    @Test func whatAButtonDragsStaysInSight() {
        var configuration = Configuration()
        configuration.controller.follow = .none
        let bench = bench(configuration)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1080)))
        let mouse = DeviceID(2)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: mouse, name: "mouse", capabilities: [.pointer])))
        bench.compositor.input.inputReceived(.pointerButton(mouse, button: 0x110, pressed: true, bench.loop.now))
        let motion = RelativeMotion(dx: 100, dy: 0, unacceleratedDX: 100, unacceleratedDY: 0)
        for _ in 0..<12 { bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now)) }
        #expect(bench.compositor.status(version: "t").view.controller?.x == 3120 + 192 - 1280)
    }

    @Test func aTapOfFourFingersAndAKeyGoOnToTheNextMode() {
        let bench = bench()
        func mode() -> ControllerMode? { bench.compositor.status(version: "t").view.controller?.mode }
        for expected in [ControllerMode.trackpad, .view, .keys, .direct] {
            for slot in 0..<4 as Range<Int32> { bench.down(slot, 300 + 80 * Double(slot), 400) }
            bench.loop.advance(microseconds: 60_000)
            for slot in 0..<4 as Range<Int32> { bench.up(slot) }
            #expect(mode() == expected)
            bench.loop.advance(microseconds: 500_000)
        }
        let keyboard = DeviceID(2)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: keyboard, name: "keys", capabilities: [.keyboard])))
        func press(_ codes: UInt32...) {
            for code in codes {
                bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: true, bench.loop.now))
            }
            for code in codes.reversed() {
                bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: false, bench.loop.now))
            }
        }
        // Meta+M and Meta+Z.
        press(125, 50)
        #expect(mode() == .trackpad)
        press(125, 44)
        for _ in 0..<30 { bench.loop.advance(microseconds: 16_667) }
        #expect(zoom(bench) == 3)
        _ = bench.content.takeInputs()
        bench.connect([Bench.panel()])
        press(125, 50)
        // Without a controller the key is the application's.
        let keys = bench.content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
        #expect(keys.contains(50))
    }
}
