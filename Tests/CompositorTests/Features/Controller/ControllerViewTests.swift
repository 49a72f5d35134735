import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What comes of a zoomed view that moves: the minimap, and fingers at its edges.
@Suite struct ControllerViewTests {
    private let device = Bench.glass
    private let panel = OutputID("DSI-1")

    private func bench(_ configuration: Configuration = Configuration()) -> Bench {
        let bench = Bench.mirroring(configuration)
        #expect(bench.drain())
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1920, y: 1080)))
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        _ = bench.display.takeDamage(of: panel)
        return bench
    }

    private func minimap(_ bench: Bench) -> [SceneElement] { bench.compositor.painter.overlay(.minimap, on: .panel) }

    private func seen(_ bench: Bench) -> Int? { bench.compositor.status(version: "t").view.controller?.x }

    private func touch(_ bench: Bench, _ x: Double, down: Bool = false) {
        let place = DevicePosition(x: x / 1280, y: 0.5)
        bench.loop.advance(microseconds: 8000)
        bench.compositor.input.inputReceived(
            down
                ? .touchDown(device, slot: 0, place, bench.loop.now)
                : .touchMotion(device, slot: 0, place, bench.loop.now))
    }

    private func wait(_ bench: Bench, frames: Int) {
        for _ in 0..<frames {
            bench.loop.advance(microseconds: 16_667)
            _ = bench.drain()
        }
    }

    /// Draws a window at a place of the content.
    private func draw(_ bench: Bench, window place: Rect<ContentSpace>) {
        bench.content.switchableWindows = [SwitchableWindow(number: 1, appID: "map", title: nil, place: place)]
        bench.content.observer?.contentDamaged(Region(place))
        bench.loop.settle()
        _ = bench.drain()
    }

    private func sees(_ bench: Bench, _ place: Rect<ContentSpace>) -> Bool {
        guard let seen = bench.compositor.controller.view?.viewport.seen else { return false }
        return seen.intersection(place) == place && seen.width < 3840
    }

    @Test func aWindowIsFollowedUntilTheViewIsMoved() {
        let bench = bench()
        let first = Rect<ContentSpace>(x: 100, y: 100, width: 800, height: 500)
        let second = Rect<ContentSpace>(x: 2900, y: 1500, width: 600, height: 400)
        draw(bench, window: first)
        #expect(bench.compositor.controller.show(window: "map") == .done)
        #expect(sees(bench, first))
        draw(bench, window: second)
        #expect(sees(bench, second) && !sees(bench, first))
        bench.content.switchableWindows = []
        draw(bench, window: second)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1000, y: 1000)))
        let before = bench.compositor.controller.view
        draw(bench, window: first)
        #expect(bench.compositor.controller.view == before, "the user has moved the view")
    }

    @Test func theMinimapComesAndGoes() throws {
        let bench = bench()
        #expect(!minimap(bench).isEmpty)
        wait(bench, frames: 62)
        #expect(minimap(bench).isEmpty)
        #expect(bench.loop.nextDue == nil)
        let view = try #require(bench.compositor.controller.view).viewport
        let map = try #require(Minimap(view, density: bench.compositor.overlays.density))
        _ = bench.display.takeDamage(of: panel)
        // It damages its own pixels and the line around them only.
        wait(bench, frames: 1)
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1000, y: 1080)))
        wait(bench, frames: 1)
        _ = bench.display.takeDamage(of: panel)
        wait(bench, frames: 62)
        let around = Rect<OutputSpace>(
            x: map.frame.x - 1, y: map.frame.y - 1, width: map.frame.width + 2, height: map.frame.height + 2)
        #expect(bench.display.takeDamage(of: panel) == Region(around))
        #expect(bench.compositor.controller.zoom(to: 1, center: nil))
        #expect(minimap(bench).isEmpty)
    }

    @Test func aFingerAtTheEdgePans() {
        let bench = bench()
        touch(bench, 640, down: true)
        for x in stride(from: 700.0, through: 1270, by: 30) { touch(bench, x) }
        touch(bench, 1279)
        #expect(seen(bench) == 1280)
        _ = bench.content.takeInputs()
        wait(bench, frames: 30)
        let there = seen(bench) ?? 0
        #expect(there > 1290)
        // The finger has gone on with the content under it.
        let points = bench.content.takeInputs().compactMap {
            if case .touchMotion(_, let point, _) = $0 { point.x } else { nil }
        }
        #expect(points.count > 10 && zip(points, points.dropFirst()).allSatisfy { $0 < $1 })
        #expect(points.last.map { abs($0 - Double(there) - 1279) < 1.01 } == true)
        // Back from the edge it stops.
        touch(bench, 1000)
        wait(bench, frames: 2)
        let stopped = seen(bench)
        wait(bench, frames: 20)
        #expect(seen(bench) == stopped)
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        #expect(!bench.content.takeInputs().contains(.touchCancel))
    }

    @Test func panningEndsWithTheContentAndTheFinger() {
        let bench = bench()
        touch(bench, 640, down: true)
        for x in stride(from: 700.0, through: 1279, by: 30) { touch(bench, x) }
        wait(bench, frames: 600)
        #expect(seen(bench) == 3840 - 1280)
        wait(bench, frames: 70)
        #expect(bench.loop.nextDue == nil)
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        wait(bench, frames: 30)
        #expect(bench.loop.nextDue == nil)
    }

    @Test func aTapAtTheEdgePansNothing() {
        let bench = bench()
        touch(bench, 1275, down: true)
        wait(bench, frames: 10)
        bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
        wait(bench, frames: 10)
        #expect(seen(bench) == 1280)
    }
}
