import Geometry
import Mirroring

/// The spot that a finger aims at, which the finger moves finely: it need not lie under the finger.
struct PressAim: Hashable, Sendable {
    private(set) var finger: Point<PanelSpace>
    /// On the snapshot.
    private(set) var spot: Point<PanelSpace>
    /// The distance from the snapshot's edges within which a finger carries the spot along, in panel pixels.
    private let band: Double

    /// How far the spot moves for a finger's movement.
    static let gain = 0.25
    private static let bandMillimetres = 8.0

    /// A finger aims at where it lies, or the nearest point of the visible part of the snapshot; `density` is in panel
    /// pixels per millimetre.
    init(at point: Point<PanelSpace>, within visible: Rect<PanelSpace>, density: Double) {
        finger = point
        spot = point
        band = Self.bandMillimetres * density
        follow(point, within: visible)
    }

    /// Moves the spot as the finger moves, within the visible part of the snapshot.
    ///
    /// Everything that is seen is within reach: when the finger gets to an edge, so does the spot.
    mutating func follow(_ point: Point<PanelSpace>, within visible: Rect<PanelSpace>) {
        spot = Point(
            x: moved(spot.x, finger.x, point.x, Double(visible.x), Double(visible.maxX)),
            y: moved(spot.y, finger.y, point.y, Double(visible.y), Double(visible.maxY)))
        finger = point
    }

    /// The spot's coordinate after the finger's has gone from one value to another.
    private func moved(_ spot: Double, _ from: Double, _ to: Double, _ low: Double, _ high: Double) -> Double {
        guard low < high else { return spot }
        // Distances from the edge that the finger moves towards.
        let place =
            to < from
            ? low + approach(spot - low, from - low, to - low) : high - approach(high - spot, high - from, high - to)
        return min(max(place, low), high.nextDown)
    }

    private func approach(_ spot: Double, _ from: Double, _ to: Double) -> Double {
        let border = min(from, max(to, band))
        let coarse = spot - (from - border) * Self.gain
        guard border > to, border > 0 else { return coarse }
        return coarse - (border - to) * max(Self.gain, coarse / border)
    }
}
