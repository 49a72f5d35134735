import Geometry
import Mirroring

/// Pans a zoomed controller while a finger that drags something is near an edge of what is seen.
struct EdgeScroll: Hashable, Sendable {
    /// How near, in panel pixels.
    private let zone: Double
    /// The speed at the very edge, in panel pixels per second.
    private let fastest: Double
    /// A finger that has gone less far towards an edge does not drag, in panel pixels.
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

    /// The speed at which the view goes on towards the edges that a finger is near, right and down being positive.
    ///
    /// A finger that came down near an edge counts once it has moved towards it: a tap there pans nothing.
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

    /// The zoom after so long a time at a speed, with all within the content.
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
