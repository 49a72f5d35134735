import Geometry
import Mirroring

/// Pans a zoomed controller as long as a finger that drags something is near an edge.
final class ControllerEdgeScroll {
    private let overlays: Overlays
    private let input: InputDispatcher
    private let director: ScreenDirector
    private let loop: any LoopPort
    /// The time of the last step; nil while nothing is panned.
    private var lastStep: Timestamp?

    /// The longest time that a slow view takes for one pixel, in microseconds.
    private static let patience: Int64 = 200_000

    init(_ overlays: Overlays, _ input: InputDispatcher, _ director: ScreenDirector, loop: any LoopPort) {
        self.overlays = overlays
        self.input = input
        self.director = director
        self.loop = loop
    }

    /// Reports that fingers on the content have moved, come or gone.
    func fingersMoved() {
        guard lastStep == nil, velocity != .zero else { return }
        lastStep = loop.now
        tick()
    }

    private var velocity: PanelVelocity {
        guard let view = overlays.controller, view.zoom != .fit, let finger = input.draggedFinger else { return .zero }
        return EdgeScroll(density: overlays.density).velocity(of: finger, within: view.viewport.visible)
    }

    private func tick() {
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in self?.step() }
    }

    private func step() {
        let velocity = velocity
        guard let last = lastStep, velocity != .zero, let view = overlays.controller else { return lastStep = nil }
        let elapsed = loop.now.since(last)
        let next = EdgeScroll(density: overlays.density)
            .zoom(after: elapsed, at: velocity, from: view.zoom, in: view.fit)
        if next != view.settledZoom {
            lastStep = loop.now
            director.update { $0.zoom = next }
            // Other content is under the finger now.
            input.followView()
        } else if elapsed > Self.patience {
            // The view is at the content's edge: stop until the finger moves on.
            return lastStep = nil
        }
        tick()
    }
}

/// Pans a zoomed controller while a finger that drags something is near an edge of what is seen.
struct EdgeScroll: Hashable, Sendable {
    /// The width of the zone along each edge, in panel pixels.
    private let zone: Double
    /// The speed at the very edge, in panel pixels per second.
    private let fastest: Double
    /// The distance towards an edge that a finger must move before it pans, in panel pixels.
    private let slop: Double

    private static let zoneMillimetres = 6.0
    private static let fastestMillimetres = 90.0
    private static let slopMillimetres = 2.0

    /// `density` is in panel pixels per millimetre.
    init(density: Double) {
        zone = Self.zoneMillimetres * density
        fastest = Self.fastestMillimetres * density
        slop = Self.slopMillimetres * density
    }

    /// The speed of the view towards the edges that a finger is near; right and down are positive.
    ///
    /// A finger that came down near an edge pans only after it has moved towards the edge, so that a tap there pans nothing.
    func velocity(of finger: DraggedFinger, within seen: Rect<PanelSpace>) -> PanelVelocity {
        func axis(_ start: Double, _ point: Double, _ low: Int, _ high: Int) -> Double {
            speed(point - Double(high) + zone, moved: point - start)
                - speed(Double(low) + zone - point, moved: start - point)
        }
        return PanelVelocity(
            x: axis(finger.start.x, finger.point.x, seen.x, seen.maxX),
            y: axis(finger.start.y, finger.point.y, seen.y, seen.maxY))
    }

    /// The speed for a depth in the zone: slow at first, growing towards the edge.
    private func speed(_ depth: Double, moved: Double) -> Double {
        guard depth > 0, moved > slop else { return 0 }
        let share = min(depth / zone, 1)
        return fastest * share * share
    }

    /// The zoom after the view has moved at a speed for some time, kept within the content.
    func zoom(
        after microseconds: Int64, at velocity: PanelVelocity, from zoom: ControllerZoom, in fit: PanelViewport
    ) -> ControllerZoom {
        let settled = fit.settled(zoom)
        guard let center = settled.center else { return zoom }
        let view = fit.zoomed(settled)
        let seconds = Double(microseconds) / 1_000_000
        return fit.settled(
            ControllerZoom(
                factor: settled.factor,
                center: center.offset(
                    x: velocity.x * seconds * view.ratioX, y: velocity.y * seconds * view.ratioY)))
    }
}
