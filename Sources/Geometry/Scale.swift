/// Content pixels per logical pixel, in 120ths as `wp_fractional_scale_v1` sends them.
public struct Scale: Hashable, Sendable {
    /// The scale times 120, at least 1.
    public let in120ths: Int

    /// One pixel for each logical pixel.
    public static let one = Scale(in120ths: 120)

    /// A scale of a number of 120ths, at least 1.
    public init(in120ths: Int) {
        self.in120ths = max(1, in120ths)
    }

    /// The multiple of 1/120 that is nearest to `factor`, or nil if `factor` is outside 0.5 ... 10.
    public init?(_ factor: Double) {
        guard factor.isFinite, (0.5...10).contains(factor) else { return nil }
        self.init(in120ths: Int((factor * 120).rounded()))
    }

    /// Pixels per logical pixel.
    public var factor: Double { Double(in120ths) / 120 }

    /// The scale rounded up, for clients without fractional scaling; their buffers are then scaled down.
    public var integer: Int { (in120ths + 119) / 120 }

    /// The logical size of a screen of `size` pixels, rounded to the nearest pixel.
    public func logical(_ size: Size<ContentSpace>) -> Size<LogicalSpace> {
        Size(width: toLogical(size.width), height: toLogical(size.height))
    }

    /// The logical position of a point in pixels.
    public func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        Point(x: point.x / factor, y: point.y / factor)
    }

    /// The position in pixels of a logical point.
    public func physical(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        Point(x: point.x * factor, y: point.y * factor)
    }

    /// A logical rectangle in pixels, with each edge rounded so that adjacent rectangles stay adjacent.
    public func physical(_ rect: Rect<LogicalSpace>) -> Rect<ContentSpace> {
        let (left, top) = (toPhysical(rect.x), toPhysical(rect.y))
        return Rect(left: left, top: top, right: toPhysical(rect.maxX), bottom: toPhysical(rect.maxY))
    }

    private func toLogical(_ value: Int) -> Int { Int(clamping: (Double(value) / factor).rounded()) }

    private func toPhysical(_ value: Int) -> Int {
        in120ths == 120 ? value : Int(clamping: (Double(value) * factor).rounded())
    }
}
