/// A rectangle of whole pixels in one coordinate space; it covers `x ..< x + width`, `y ..< y + height`.
package struct Rect<Space: CoordinateSpace>: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    @inlinable package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two columns and two rows, the right and bottom ones not included.
    @inlinable package init(left: Int, top: Int, right: Int, bottom: Int) {
        self.init(x: left, y: top, width: right.subtractingClamped(left), height: bottom.subtractingClamped(top))
    }

    @inlinable package static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    @inlinable package var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The column after the last one, clamped to the integer range.
    @inlinable package var maxX: Int { x.addingClamped(width) }
    /// The row after the last one.
    @inlinable package var maxY: Int { y.addingClamped(height) }
    @inlinable package var size: Size<Space> { Size(width: width, height: height) }

    @inlinable package func reinterpreted<Other>(as _: Other.Type = Other.self) -> Rect<Other> {
        Rect<Other>(x: x, y: y, width: width, height: height)
    }

    @inlinable package func offset(x dx: Int, y dy: Int) -> Rect {
        Rect(x: x.addingClamped(dx), y: y.addingClamped(dy), width: width, height: height)
    }

    /// The pixels in both rectangles; `.zero` where they share none.
    @inlinable package func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return Rect(left: left, top: top, right: right, bottom: bottom)
    }

    /// The smallest rectangle that covers both; an empty one adds nothing.
    @inlinable package func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rect(left: left, top: top, right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
    }

    @inlinable package func contains(_ point: Point<Space>) -> Bool {
        point.x >= Double(x) && point.x < Double(maxX) && point.y >= Double(y) && point.y < Double(maxY)
    }

    @inlinable package func contains(_ other: Rect) -> Bool {
        other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
    }
}
