package import Mirroring

/// The comments as an element shows them at one moment.
package struct ShownComments: Hashable {
    /// A comment that is not gone.
    package struct Line: Hashable {
        package let comment: HUDComment
        /// 1 to `CommentFading.opaque`.
        package let opacity: Int
    }

    /// The newest last.
    package let lines: [Line]
    /// A comment that stays above them.
    package let pinned: HUDComment?
    /// How many pixels of the last one are below the edge.
    package let hidden: Double
    /// How many newer comments there are.
    package let newer: Int

    /// The comments at an instant. Those that are scrolled back to do not fade.
    package init(_ model: HUDModel, at now: Timestamp, scrolled: CommentScroll) {
        pinned = model.pinned
        if let bottom = scrolled.bottom, let oldest = model.comments.first {
            // The comment itself may have been dropped.
            let last = max(bottom, oldest.number)
            lines = model.comments.filter { $0.number <= last }.map { Line(comment: $0, opacity: CommentFading.opaque) }
            newer = model.comments.count - lines.count
            hidden = scrolled.hidden.rounded()
        } else {
            lines = model.comments.compactMap { comment in
                let opacity = model.fading.opacity(ofCommentFrom: comment.time, at: now)
                return opacity > 0 ? Line(comment: comment, opacity: opacity) : nil
            }
            (newer, hidden) = (0, 0)
        }
    }

    /// Whether the comments are scrolled back: the last one may be partly below the edge, the first one above.
    package var isBack: Bool { newer > 0 || hidden > 0 }
}
