import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PanelLayersTests {
    private let layers = FakePanelLayers()
    private let application = FakeContent()

    /// A panel with 1280x800 beside a 4K external.
    private func makeBench() -> Bench {
        let bench = Bench(application: application, panelLayers: layers)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        return bench
    }

    private func frame(_ bench: Bench) -> Rect<OutputSpace>? {
        bench.compositor.painter.overlay(.layers, on: .panel).first?.frame
    }

    @Test func aBarTakesAnEdgeOfThePanelAboveTheController() throws {
        let bench = makeBench()
        layers.isThere = true
        #expect(frame(bench) == Rect(x: 0, y: 0, width: 1280, height: 40))
        let viewport = try #require(bench.compositor.status(version: "t").view.viewport)
        #expect([viewport.x, viewport.y, viewport.width, viewport.height] == [0, 60, 1280, 720])
        layers.isThere = false
        #expect(frame(bench) == nil)
        #expect(bench.compositor.status(version: "t").view.viewport?.y == 40)
    }

    @Test func aFingerOnItGoesWhereThePanelLiesInTheContentsSpace() {
        let bench = makeBench()
        layers.isThere = true
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: Bench.glass, name: "glass", capabilities: [.touch])))
        _ = bench.content.takeInputs()
        bench.down(0, 320, 20)
        let points = bench.content.takeInputs().compactMap { input in
            if case .touchDown(_, let point, _) = input { point } else { nil }
        }
        #expect(points == [Point(x: 3840 + 160, y: 10)])
    }

    @Test func onlyWhatChangedIsDrawnAndTheClientIsToldAtThePanelsPace() {
        let bench = makeBench()
        layers.isThere = true
        #expect(bench.drain())
        bench.loop.advance(microseconds: 20_000)
        bench.loop.settle()
        let before = layers.framesShown
        _ = bench.display.takeDamage(of: OutputID("DSI-1"))
        for x in 0..<3 { layers.draw(Rect(x: 10 * x, y: 5, width: 10, height: 10)) }
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: OutputID("DSI-1")) == Region(Rect(x: 0, y: 5, width: 30, height: 10)))
        #expect(layers.framesShown == before)
        bench.loop.advance(microseconds: 20_000)
        bench.loop.settle()
        #expect(layers.framesShown == before + 1)
    }

    @Test func beneathThePanelsWindowsItIsTheirs() {
        let bench = makeBench()
        layers.isThere = true
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.application)
        #expect(frame(bench) == nil)
        _ = bench.compositor.foreground.show(.content)
        #expect(frame(bench) != nil)
    }
}
