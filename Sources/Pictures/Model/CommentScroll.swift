/// How far the comments are scrolled back.
///
/// What is seen stays while others come in below.
package struct CommentScroll: Hashable, Sendable {
    /// The number of the comment at the bottom; nil while the newest is there.
    package private(set) var bottom: Int?
    /// How many pixels of that comment are below the edge.
    package private(set) var hidden = 0.0

    /// A comment and the height that it is drawn with.
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

    /// Scrolls back by so many pixels, or forwards by less than none, among the comments that there are, the newest last,
    /// on `room` pixels.
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

    /// How many pixels of comments are below the edge.
    private func position(among lines: [Line]) -> Double {
        guard let bottom else { return 0 }
        return lines.reduce(hidden) { $0 + ($1.number > bottom ? $1.height : 0) }
    }
}
