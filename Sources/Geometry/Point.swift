/// A position in one coordinate space, in fractional pixels.
public struct Point<Space: CoordinateSpace>: Hashable, Sendable {
    /// The distance from the left edge.
    public var x: Double
    /// The distance from the top edge.
    public var y: Double

    /// A point at a distance from the left edge and from the top edge.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The same numbers read in another space whose origin and unit coincide with this one's.
    @inlinable public func reinterpreted<Other>(as _: Other.Type = Other.self) -> Point<Other> {
        Point<Other>(x: x, y: y)
    }

    /// The point moved by a number of pixels.
    @inlinable public func offset(x dx: Double, y dy: Double) -> Point {
        Point(x: x + dx, y: y + dy)
    }

    /// The length of the line to another point, in pixels.
    public func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }

    /// The centroid of the points, or the origin if there are none.
    public static func middle(of points: some Collection<Point>) -> Point {
        let count = Double(max(1, points.count))
        return Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }

    /// Whether both coordinates are finite numbers.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
