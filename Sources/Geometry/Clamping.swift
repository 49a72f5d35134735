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

    /// `value` truncated and clamped to the integer range, or 0 for NaN.
    @inlinable public init(clamping value: Double) {
        if value.isNaN {
            self = 0
        } else {
            self = Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
        }
    }
}

extension Size {
    /// The point of this area that is nearest to `point`.
    ///
    /// A coordinate that is NaN becomes 0. The result stays a thirty-second of a pixel before the far edges, so that
    /// rounding to the 1/256 of Wayland's fixed point cannot move it past an edge at any scale.
    @inlinable public func clamped(_ point: Point<Space>) -> Point<Space> {
        func clamp(_ value: Double, _ length: Int) -> Double {
            let last = max(0, Double(length) - 1 / 32)
            return value.isNaN ? 0 : min(max(value, 0), last)
        }
        return Point(x: clamp(point.x, width), y: clamp(point.y, height))
    }
}
