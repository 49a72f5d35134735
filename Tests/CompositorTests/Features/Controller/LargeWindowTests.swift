import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A window that cannot be as small as the panel of 800x480, on the panel alone.
@Suite struct LargeWindowTests {
    private let glass = DeviceID(1)
    private let panel = Bench.panel(800, 480)

    private func bench() -> Bench {
        let bench = Bench(outputs: [panel])
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        bench.content.mapWindow(appID: "large")
        bench.content.drawWindow()
        #expect(bench.drain())
        return bench
    }

    private func require(_ width: Int, _ height: Int, on bench: Bench) {
        bench.content.description?.leastArea = Size(width: width, height: height)
        bench.content.observer?.contentDescriptionChanged()
        bench.content.drawWindow()
        bench.loop.advance(microseconds: 300_000)
        #expect(bench.drain())
    }

    private func position(_ x: Double, _ y: Double) -> DevicePosition { DevicePosition(x: x / 800, y: y / 480) }

    private func touch(_ bench: Bench, _ x: Double, _ y: Double) -> Point<ContentSpace>? {
        _ = bench.content.takeInputs()
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, position(x, y), bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        return bench.content.takeInputs().lazy.compactMap { input in
            if case .touchDown(_, let point, _) = input { point } else { nil }
        }.first
    }

    @Test func itIsSeenWholeAndThenZoomed() throws {
        let bench = bench()
        #expect(!bench.compositor.controller.isShown)
        require(1358, 770, on: bench)
        #expect(bench.compositor.controller.isShown)
        #expect(bench.content.screens.last?.size == Size(width: 1358, height: 815))
        let whole = try #require(touch(bench, 400, 240))
        #expect(abs(whole.x - 679) < 1 && abs(whole.y - 407.5) < 1)
        #expect(bench.compositor.controller.zoom(to: 1358.0 / 800, center: Point(x: 0, y: 0)))
        #expect(bench.compositor.controller.view?.viewport.frame.size == Size(width: 1358, height: 815))
        let exact = try #require(touch(bench, 400, 240))
        #expect(exact == Point(x: 400, y: 240))
    }

    @Test func twoFingersZoomAndTheApplicationGetsNothingOfThat() {
        let bench = bench()
        require(1358, 770, on: bench)
        _ = bench.content.takeInputs()
        func at(_ slot: Int32, _ x: Double) -> InputEvent {
            .touchMotion(glass, slot: slot, position(x, 240), bench.loop.now)
        }
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, position(350, 240), bench.loop.now))
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 1, position(450, 240), bench.loop.now))
        for step in 1...10 {
            bench.loop.advance(microseconds: 8000)
            bench.compositor.input.inputReceived(at(0, 350 - Double(step) * 5))
            bench.compositor.input.inputReceived(at(1, 450 + Double(step) * 5))
        }
        #expect((bench.compositor.controller.view?.zoom.factor ?? 0) > 1.9)
        #expect(bench.content.takeInputs().contains(.touchCancel))
    }

    @Test func whatChangesIsDrawnOnThePanelAndCallbacksFollow() {
        let bench = bench()
        require(1358, 770, on: bench)
        _ = bench.display.takeDamage(of: panel.id)
        let ended = bench.content.framesEnded
        bench.content.observer?.contentDamaged(Region(Rect(x: 1300, y: 800, width: 20, height: 10)))
        bench.loop.settle()
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain())
        let damage = bench.display.takeDamage(of: panel.id)
        #expect(!damage.isEmpty && damage.extents.x >= 764 && damage.extents.y >= 470)
        #expect(bench.content.framesEnded > ended)
        #expect(bench.content.framesComposed - bench.content.framesEnded <= 1)
    }

    @Test func itEndsWithTheWindowAndWithAnExternal() {
        let bench = bench()
        require(1358, 770, on: bench)
        bench.connect([panel, Bench.external()])
        #expect(bench.content.screens.last?.size == Size(width: 3840, height: 2160))
        #expect(bench.compositor.plan.places[.content] == .output(OutputID("HDMI-A-1")))
        bench.connect([panel])
        #expect(bench.content.screens.last?.size == Size(width: 1358, height: 815))
        require(300, 200, on: bench)
        #expect(!bench.compositor.controller.isShown)
        #expect(bench.content.screens.last?.size == Size(width: 800, height: 480))
        #expect(touch(bench, 400, 240) == Point(x: 400, y: 240))
        #expect(bench.violations.isEmpty)
    }
}
