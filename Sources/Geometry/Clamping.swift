extension Int {
    /// The sum, clamped to the integer range.
    @inlinable public func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, clamped to the integer range.
    @inlinable public func subtractingClamped(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// `value` truncated and clamped to the integer range; 0 for NaN.
    @inlinable public init(clamping value: Double) {
        if value.isNaN {
            self = 0
        } else {
            self = Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        }
    }
}

extension Size {
    /// The nearest point that lies on a pixel of this area; the origin for NaN.
    ///
    /// At the far edges it stays a thirty-second of a pixel inside: enough that the 1/256 of Wayland's fixed
    /// point cannot round it out again at any scale.
    @inlinable public func clamped(_ point: Point<Space>) -> Point<Space> {
        func clamp(_ value: Double, _ length: Int) -> Double {
            let last = max(0, Double(length) - 1 / 32)
            return value.isNaN ? 0 : min(max(value, 0), last)
        }
        return Point(x: clamp(point.x, width), y: clamp(point.y, height))
    }
}
