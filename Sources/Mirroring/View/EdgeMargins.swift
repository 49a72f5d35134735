package import Geometry

/// Distances from the four edges of a screen.
package struct EdgeMargins: Hashable, Sendable {
    package var top: Int
    package var right: Int
    package var bottom: Int
    package var left: Int

    package static let none = EdgeMargins()

    package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The larger of each.
    package func union(_ other: EdgeMargins) -> EdgeMargins {
        EdgeMargins(
            top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
            left: max(left, other.left))
    }

    /// Margins in pixels as margins in logical pixels, rounded up.
    package func logical(at scale: Scale) -> EdgeMargins {
        func logical(_ value: Int) -> Int { Int(clamping: (Double(max(0, value)) / scale.factor).rounded(.up)) }
        return EdgeMargins(top: logical(top), right: logical(right), bottom: logical(bottom), left: logical(left))
    }

    /// The part of a rectangle within these margins; empty, and still within it, where they meet.
    package func inset<Space>(_ rect: Rect<Space>) -> Rect<Space> {
        let left = min(rect.x.addingClamped(max(0, left)), rect.maxX)
        let top = min(rect.y.addingClamped(max(0, top)), rect.maxY)
        return Rect(
            left: left, top: top, right: max(left, rect.maxX.subtractingClamped(max(0, right))),
            bottom: max(top, rect.maxY.subtractingClamped(max(0, bottom))))
    }
}
