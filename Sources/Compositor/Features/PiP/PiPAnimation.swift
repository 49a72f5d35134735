import Geometry
import Mirroring

/// An animation of the picture from one rectangle of the panel to another.
///
/// Only the scaling changes: the source draws nothing for it.
struct PiPAnimation: Hashable, Sendable {
    let from: Rect<PanelSpace>
    let to: Rect<PanelSpace>
    let start: Timestamp
    /// 0 without animation.
    let durationMicroseconds: Int64

    /// `reducesMotion` makes it end at once.
    init(
        from: Rect<PanelSpace>, to: Rect<PanelSpace>, start: Timestamp, durationMicroseconds: Int64,
        reducesMotion: Bool = false
    ) {
        self.from = from
        self.to = to
        self.start = start
        self.durationMicroseconds = reducesMotion || from == to ? 0 : max(0, durationMicroseconds)
    }

    func isFinished(at time: Timestamp) -> Bool { time.since(start) >= durationMicroseconds }

    /// The picture's rectangle at an instant, to the nearest pixel; before and after it is exactly either end.
    func rect(at time: Timestamp) -> Rect<PanelSpace> {
        if isFinished(at: time) { return to }
        let passed = Double(max(0, time.since(start))) / Double(durationMicroseconds)
        let progress = Easing.out(passed)
        func between(_ first: Int, _ last: Int) -> Int {
            Int(clamping: (Double(first) + (Double(last) - Double(first)) * progress).rounded())
        }
        // Interpolate edges, not sizes, so that an edge that both rectangles share does not move.
        return Rect(
            left: between(from.x, to.x), top: between(from.y, to.y), right: between(from.maxX, to.maxX),
            bottom: between(from.maxY, to.maxY))
    }
}
