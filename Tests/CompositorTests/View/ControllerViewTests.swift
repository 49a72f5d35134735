import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What comes of a zoomed view that moves.
@Suite struct ControllerViewTests {
    private let device = DeviceID(1)
    private let panel = OutputID("DSI-1")

    private func bench(_ configuration: Configuration = Configuration()) -> Bench {
        let bench = Bench(configuration: configuration, outputs: [Bench.panel(), Bench.external()])
        bench.compositor.inject(
            .deviceAdded(DeviceDescription(id: device, name: "glass", capabilities: [.touch])))
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.zoomController(to: 3, center: Point(x: 1920, y: 1080)))
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        _ = bench.display.takeDamage(of: panel)
        return bench
    }

    private func minimap(_ bench: Bench) -> ScreenOverlay? { bench.compositor.painter.overlay(.minimap, on: .panel) }

    private func wait(_ bench: Bench, frames: Int) {
        for _ in 0..<frames {
            bench.loop.advance(microseconds: 16_667)
            _ = bench.drain()
        }
    }

    @Test func theMinimapComesAndGoes() throws {
        let bench = bench()
        #expect(minimap(bench) != nil)
        wait(bench, frames: 62)
        #expect(minimap(bench) == nil)
        #expect(bench.loop.nextDue == nil)
        let view = try #require(bench.compositor.shownController).viewport
        let map = try #require(Minimap(view, density: bench.compositor.panelDensity))
        _ = bench.display.takeDamage(of: panel)
        // It damages its own pixels only.
        wait(bench, frames: 1)
        #expect(bench.compositor.zoomController(to: 3, center: Point(x: 1000, y: 1080)))
        wait(bench, frames: 1)
        _ = bench.display.takeDamage(of: panel)
        wait(bench, frames: 62)
        #expect(bench.display.takeDamage(of: panel) == Region(map.frame.reinterpreted()))
        #expect(bench.compositor.zoomController(to: 1, center: nil))
        #expect(minimap(bench) == nil)
    }
}
