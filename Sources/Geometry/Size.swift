/// A width and a height in whole pixels of one coordinate space.
public struct Size<Space: CoordinateSpace>: Hashable, Sendable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// A size of a number of columns and rows.
    @inlinable public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// A size without columns and rows.
    @inlinable public static var zero: Size { Size(width: 0, height: 0) }

    /// Whether the size has no pixels.
    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels covered, or zero for an empty size.
    @inlinable public var area: Int {
        guard !isEmpty else { return 0 }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The rectangle of this size at the origin.
    @inlinable public var bounds: Rect<Space> { Rect(x: 0, y: 0, width: width, height: height) }

    /// The same numbers read in another space with the same unit.
    @inlinable public func reinterpreted<Other>(as _: Other.Type = Other.self) -> Size<Other> {
        Size<Other>(width: width, height: height)
    }
}
