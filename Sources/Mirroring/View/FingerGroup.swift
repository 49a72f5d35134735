import Geometry

/// Several fingers on the panel as one.
struct FingerGroup: Hashable, Sendable {
    let middle: Point<PanelSpace>
    /// The fingers' mean distance from the middle; 0 for a single one.
    let spread: Double

    /// No fingers, in the corner.
    static let none = FingerGroup([])

    init(_ points: some Collection<Point<PanelSpace>>) {
        let (middle, count) = (Point.middle(of: points), Double(max(1, points.count)))
        self.middle = middle
        spread = points.reduce(0) { $0 + $1.distance(to: middle) } / count
    }
}
