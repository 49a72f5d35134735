/// External pixels per logical pixel, held in 120ths as `wp_fractional_scale_v1` sends it.
public struct Scale: Hashable, Sendable {
    /// The scale times 120, at least 1.
    public let in120ths: Int

    /// A pixel for each logical pixel.
    public static let one = Scale(in120ths: 120)

    /// So many 120ths, at least 1.
    public init(in120ths: Int) {
        self.in120ths = max(1, in120ths)
    }

    /// The nearest multiple of 1/120 to `factor`, or nil outside 0.5 ... 10.
    public init?(_ factor: Double) {
        guard factor.isFinite, (0.5...10).contains(factor) else { return nil }
        self.init(in120ths: Int((factor * 120).rounded()))
    }

    /// Pixels per logical pixel.
    public var factor: Double { Double(in120ths) / 120 }

    /// The integer scale for clients without fractional scaling: rounded up, so that they are scaled down.
    public var integer: Int { (in120ths + 119) / 120 }

    /// The logical size of a screen of `size` pixels, rounded to the nearest pixel.
    public func logical(_ size: Size<ContentSpace>) -> Size<LogicalSpace> {
        Size(width: toLogical(size.width), height: toLogical(size.height))
    }

    /// The logical position of a pixel's.
    public func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        Point(x: point.x / factor, y: point.y / factor)
    }

    /// The position in pixels of a logical one.
    public func physical(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        Point(x: point.x * factor, y: point.y * factor)
    }

    /// A logical rectangle with each edge rounded to the nearest pixel, so that adjacent ones stay adjacent.
    public func physical(_ rect: Rect<LogicalSpace>) -> Rect<ContentSpace> {
        let (left, top) = (toPhysical(rect.x), toPhysical(rect.y))
        return Rect(left: left, top: top, right: toPhysical(rect.maxX), bottom: toPhysical(rect.maxY))
    }

    private func toLogical(_ value: Int) -> Int { Int(clamping: (Double(value) / factor).rounded()) }

    private func toPhysical(_ value: Int) -> Int {
        in120ths == 120 ? value : Int(clamping: (Double(value) * factor).rounded())
    }
}
