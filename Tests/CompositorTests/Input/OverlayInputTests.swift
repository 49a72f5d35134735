import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct OverlayInputTests {
    private let device = DeviceID(1)
    private let place = Rect<PanelSpace>(x: 800, y: 400, width: 320, height: 200)
    private let sink = RecordingSink()

    private func bench() -> Bench {
        let bench = Bench()
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: device, name: "mouse", capabilities: [.pointer, .touch])))
        bench.compositor.overlays.setInput(.statusBar, area: OverlayArea(own: Region(place)), sink: sink)
        _ = bench.drain()
        bench.renderer.reset()
        _ = bench.content.takeInputs()
        return bench
    }

    private func at(_ x: Double, _ y: Double) -> DevicePosition { DevicePosition(x: x / 1280, y: y / 800) }

    @Test func theOverlayHearsInPanelPixelsAndTheContentDoesNot() {
        let bench = bench()
        bench.compositor.input.inputReceived(.touchDown(device, slot: 0, at(900, 500), bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        #expect(
            sink.inputs == [
                .down(ContactID(0), .finger, Point(x: 900, y: 500), bench.loop.now),
                .up(ContactID(0), bench.loop.now),
            ])
        #expect(bench.content.takeInputs().isEmpty)
        #expect(bench.compositor.status(version: "t").counters.touches == 0)
    }

    @Test func thePointerIsDrawnAboveTheOverlayAndTakenAway() {
        let bench = bench()
        bench.compositor.input.inputReceived(.pointerPosition(device, at(900, 500), bench.loop.now))
        bench.loop.settle()
        // The test's cursor is one pixel.
        #expect(bench.renderer.overlaid == Region(Rect(x: 900, y: 500, width: 1, height: 1)))
        _ = bench.drain()
        _ = bench.display.takeDamage(of: OutputID("DSI-1"))
        bench.compositor.input.inputReceived(.pointerPosition(device, at(100, 100), bench.loop.now))
        bench.loop.settle()
        #expect(sink.inputs.last == .hoverEnded)
        let damage = bench.display.takeDamage(of: OutputID("DSI-1"))
        #expect(damage.contains(Point(x: 900, y: 500)))
        #expect(bench.content.takeInputs().first { if case .pointerMotion = $0 { true } else { false } } != nil)
    }

    @Test func anOverlayMayGoWhileItTakesItsInput() {
        let bench = bench()
        sink.took = { [unowned bench] in bench.compositor.overlays.setInput(.statusBar, area: nil, sink: nil) }
        bench.compositor.input.inputReceived(.touchDown(device, slot: 0, at(900, 500), bench.loop.now))
        #expect(sink.inputs.last == .cancel(ContactID(0)))
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        #expect(sink.inputs.count == 2)
    }

    @Test func aTopologyChangeCancelsWhatIsHeldOnAnOverlay() {
        let bench = bench()
        bench.compositor.input.inputReceived(.touchDown(device, slot: 0, at(900, 500), bench.loop.now))
        bench.connect([Bench.panel(), Bench.external()])
        #expect(sink.inputs.last == .cancel(ContactID(0)))
    }

    @Test func anotherForegroundCancelsBothApplicationsTouches() {
        let application = FakeContent()
        let bench = Bench(application: application)
        bench.compositor.foreground.applicationStarted()
        bench.compositor.input.inputReceived(.touchDown(device, slot: 0, at(10, 10), bench.loop.now))
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.content.takeInputs().contains(.touchCancel))
        bench.compositor.input.inputReceived(.touchDown(device, slot: 1, at(20, 20), bench.loop.now))
        #expect(application.takeInputs().contains(.touchDown(ContactID(0), Point(x: 20, y: 20), bench.loop.now)))
        _ = bench.compositor.foreground.show(.content)
        #expect(application.takeInputs().contains(.touchCancel))
        #expect(bench.takeEvents().filter { $0 == .touchesCancelled(count: 1) }.count == 2)
    }
}

/// An overlay that keeps what it is told.
private final class RecordingSink: OverlayInputSink {
    private(set) var inputs: [OverlayInput] = []
    var took: () -> Void = {}

    func take(_ input: OverlayInput) {
        inputs.append(input)
        if case .down = input { took() }
    }
}
