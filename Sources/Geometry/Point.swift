/// A position in one coordinate space, in fractional pixels.
package struct Point<Space: CoordinateSpace>: Hashable, Sendable {
    package var x: Double
    package var y: Double

    @inlinable package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The same numbers read in another space whose origin and unit coincide with this one's.
    @inlinable package func reinterpreted<Other>(as _: Other.Type = Other.self) -> Point<Other> {
        Point<Other>(x: x, y: y)
    }

    @inlinable package func offset(x dx: Double, y dy: Double) -> Point {
        Point(x: x + dx, y: y + dy)
    }

    package func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// The middle of some points; the origin for none.
    package static func middle(of points: some Collection<Point>) -> Point {
        let count = Double(max(1, points.count))
        return Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }

    /// Both coordinates are numbers: neither NaN nor infinite.
    @inlinable package var isFinite: Bool { x.isFinite && y.isFinite }
}
