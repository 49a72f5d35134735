import Geometry
import TestSupport
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct EdgeScrollTests {
    private let scroll = EdgeScroll(density: 5)
    private let seen = Rect<PanelSpace>(x: 0, y: 0, width: 1000, height: 600)
    private let middle = Point<PanelSpace>(x: 500, y: 300)

    private func velocity(_ x: Double, _ y: Double, from start: Point<PanelSpace>? = nil) -> PanelVelocity {
        scroll.velocity(of: DraggedFinger(start: start ?? middle, point: Point(x: x, y: y)), within: seen)
    }

    @Test func itGrowsTowardsTheEdge() {
        #expect(velocity(969, 300) == .zero)
        let speeds = stride(from: 971.0, through: 1000, by: 1).map { velocity($0, 300).x }
        #expect(speeds[0] > 0 && zip(speeds, speeds.dropFirst()).allSatisfy { $0 < $1 })
        #expect(speeds.last == 450 && velocity(1200, 300).x == 450)
        #expect(velocity(0, 300).x == -450 && velocity(500, 0).y == -450 && velocity(500, 600).y == 450)
        #expect(velocity(1000, 600) == PanelVelocity(x: 450, y: 450))
    }

    @Test func aTapAtTheEdgePansNothing() {
        let start = Point<PanelSpace>(x: 990, y: 300)
        #expect(velocity(995, 305, from: start) == .zero)
        #expect(velocity(980, 300, from: start) == .zero)
        #expect(velocity(1000, 300, from: Point(x: 985, y: 300)).x > 0)
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 1000)) func theViewStaysWithinTheContent(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let fit = PanelViewport(panel: Size(width: 1000, height: 600), external: Size(width: 3840, height: 2160))
        var zoom = ControllerZoom(factor: .random(in: 1.2...8, using: &random), center: Point(x: 1920, y: 1080))
        let speed = PanelVelocity(
            x: .random(in: -450...450, using: &random), y: .random(in: -450...450, using: &random))
        for _ in 0..<5000 { zoom = scroll.zoom(after: 16_667, at: speed, from: zoom, in: fit) }
        let view = fit.zoomed(zoom)
        #expect(view.frame.contains(fit.area.intersection(view.frame)))
        // It has come to the edges that it went to.
        if abs(speed.x) > 60 { #expect(speed.x > 0 ? view.seen.maxX == 3840 : view.seen.x == 0) }
        if abs(speed.y) > 60 { #expect(speed.y > 0 ? view.seen.maxY == 2160 : view.seen.y == 0) }
    }
}
