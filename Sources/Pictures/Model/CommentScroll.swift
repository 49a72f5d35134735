/// The distance by which the comments are scrolled back.
///
/// The visible comments stay in place while others arrive below.
package struct CommentScroll: Hashable, Sendable {
    /// The number of the comment at the bottom; nil while the newest is there.
    package private(set) var bottom: Int?
    /// The pixels of that comment that are below the edge.
    package private(set) var hidden = 0.0

    /// A comment and its drawn height.
    package struct Line: Hashable, Sendable {
        package let number: Int
        package let height: Double

        package init(number: Int, height: Double) {
            self.number = number
            self.height = height
        }
    }

    package init() {}

    /// Whether older comments than the newest are at the bottom.
    package var isBack: Bool { bottom != nil }

    /// Scrolls back by a distance in pixels, or forwards by a negative one.
    ///
    /// `lines` are the existing comments, the newest last, and `room` is the height in pixels that shows them.
    package mutating func scroll(by distance: Double, among lines: [Line], room: Double) {
        guard distance.isFinite else { return }
        let total = lines.reduce(0) { $0 + $1.height }
        var rest = min(max(0, position(among: lines) + distance), max(0, total - room))
        self = CommentScroll()
        guard rest > 0 else { return }
        for line in lines.reversed() {
            guard rest >= line.height else {
                (bottom, hidden) = (line.number, rest)
                return
            }
            rest -= line.height
        }
    }

    /// The pixels of comments below the edge.
    private func position(among lines: [Line]) -> Double {
        guard let bottom else { return 0 }
        return lines.reduce(hidden) { $0 + ($1.number > bottom ? $1.height : 0) }
    }
}
