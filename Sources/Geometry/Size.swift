/// A width and a height in whole pixels of one coordinate space.
package struct Size<Space: CoordinateSpace>: Hashable, Sendable {
    package var width: Int
    package var height: Int

    @inlinable package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    @inlinable package static var zero: Size { Size(width: 0, height: 0) }

    @inlinable package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The number of pixels covered; zero for an empty size.
    @inlinable package var area: Int {
        guard !isEmpty else { return 0 }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The rectangle of this size at the origin.
    @inlinable package var bounds: Rect<Space> { Rect(x: 0, y: 0, width: width, height: height) }

    @inlinable package func reinterpreted<Other>(as _: Other.Type = Other.self) -> Size<Other> {
        Size<Other>(width: width, height: height)
    }
}
