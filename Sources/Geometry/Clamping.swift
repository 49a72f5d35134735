extension Size {
    /// The nearest point that lies on a pixel of this area; the origin for coordinates that are no number.
    ///
    /// At the far edges it stays a thirty-second of a pixel inside: enough that the 1/256 of Wayland's fixed
    /// point cannot round it out again at any scale.
    package func clamped(_ point: Point<Space>) -> Point<Space> {
        func clamp(_ value: Double, _ length: Int) -> Double {
            let last = max(0, Double(length) - 1 / 32)
            return value.isNaN ? 0 : min(max(value, 0), last)
        }
        return Point(x: clamp(point.x, width), y: clamp(point.y, height))
    }
}
