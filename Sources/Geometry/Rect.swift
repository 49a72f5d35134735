/// A rectangle of whole pixels in one coordinate space: `x ..< x + width` by `y ..< y + height`.
public struct Rect<Space: CoordinateSpace>: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// A rectangle from its first column and row, with a width and a height.
    @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two columns and two rows, without the right column and the bottom row.
    @inlinable public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.init(x: left, y: top, width: right.subtractingClamped(left), height: bottom.subtractingClamped(top))
    }

    /// The empty rectangle at the origin.
    @inlinable public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    /// Whether the rectangle covers no pixel.
    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The column after the last one, clamped to the integer range.
    @inlinable public var maxX: Int { x.addingClamped(width) }
    /// The row after the last one.
    @inlinable public var maxY: Int { y.addingClamped(height) }
    /// The width and the height of the rectangle.
    @inlinable public var size: Size<Space> { Size(width: width, height: height) }

    /// The same numbers read in another space whose origin and unit coincide with this one's.
    @inlinable public func reinterpreted<Other>(as _: Other.Type = Other.self) -> Rect<Other> {
        Rect<Other>(x: x, y: y, width: width, height: height)
    }

    /// The rectangle moved by a number of pixels, clamped to the integer range.
    @inlinable public func offset(x dx: Int, y dy: Int) -> Rect {
        Rect(x: x.addingClamped(dx), y: y.addingClamped(dy), width: width, height: height)
    }

    /// The pixels in both rectangles, or `.zero` if they share none.
    @inlinable public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return Rect(left: left, top: top, right: right, bottom: bottom)
    }

    /// The smallest rectangle that covers both rectangles; an empty rectangle adds nothing.
    @inlinable public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rect(left: left, top: top, right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
    }

    /// Whether a point lies on a pixel of the rectangle.
    @inlinable public func contains(_ point: Point<Space>) -> Bool {
        point.x >= Double(x) && point.x < Double(maxX) && point.y >= Double(y) && point.y < Double(maxY)
    }

    /// Whether the rectangle covers another rectangle; every rectangle covers an empty one.
    @inlinable public func contains(_ other: Rect) -> Bool {
        other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
    }
}
