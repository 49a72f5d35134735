/// External pixels per logical pixel, held in 120ths as `wp_fractional_scale_v1` sends it.
package struct Scale: Hashable, Sendable {
    /// The scale times 120, at least 1.
    package let in120ths: Int

    package static let one = Scale(in120ths: 120)

    package init(in120ths: Int) {
        self.in120ths = max(1, in120ths)
    }

    /// The nearest multiple of 1/120 to `factor`, or nil outside 0.5 ... 10.
    package init?(_ factor: Double) {
        guard factor.isFinite, (0.5...10).contains(factor) else { return nil }
        self.init(in120ths: Int((factor * 120).rounded()))
    }

    package var factor: Double { Double(in120ths) / 120 }

    /// The integer scale for clients without fractional scaling: rounded up, so that they are scaled down.
    package var integer: Int { (in120ths + 119) / 120 }

    /// The logical size of a screen of `size` pixels, rounded to the nearest pixel.
    package func logical(_ size: Size<ContentSpace>) -> Size<LogicalSpace> {
        Size(width: toLogical(size.width), height: toLogical(size.height))
    }

    package func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        Point(x: point.x / factor, y: point.y / factor)
    }

    package func physical(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        Point(x: point.x * factor, y: point.y * factor)
    }

    /// A logical rectangle with each edge rounded to the nearest pixel, so that adjacent ones stay adjacent.
    package func physical(_ rect: Rect<LogicalSpace>) -> Rect<ContentSpace> {
        let (left, top) = (toPhysical(rect.x), toPhysical(rect.y))
        return Rect(left: left, top: top, right: toPhysical(rect.maxX), bottom: toPhysical(rect.maxY))
    }

    private func toLogical(_ value: Int) -> Int { Int(clamping: (Double(value) / factor).rounded()) }

    private func toPhysical(_ value: Int) -> Int {
        in120ths == 120 ? value : Int(clamping: (Double(value) * factor).rounded())
    }
}
