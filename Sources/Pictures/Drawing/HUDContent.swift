package import Mirroring

/// The content of one element at one moment. While it stays equal, the element need not be redrawn.
package enum HUDContent: Hashable {
    case comments(ShownComments)
    /// Nil until set.
    case gifts(Int?)
    case viewers(Int?)
    /// Nil without a start.
    case clock(seconds: Int?)
    case microphone(isOn: Bool?)
    case avatar(HUDImage?)
    case background(HUDImage?)
    case text(String)

    /// The content of `element` for a model at an instant.
    package init(_ element: HUDElement, _ model: HUDModel, at now: Timestamp, scrolled: CommentScroll) {
        switch element.kind {
        case .comments: self = .comments(ShownComments(model, at: now, scrolled: scrolled))
        case .gifts: self = .gifts(model.gifts)
        case .viewers: self = .viewers(model.viewers)
        case .clock: self = .clock(seconds: model.elapsedSeconds(at: now))
        case .microphone: self = .microphone(isOn: model.isMicrophoneOn)
        case .avatar: self = .avatar(model.avatar)
        case .background: self = .background(model.background)
        case .text: self = .text(model.text)
        case .label: self = .text(element.label)
        }
    }
}

extension HUDContent {
    /// The time as `HH:MM:SS`; from 100 hours on, the hours have a third digit.
    package static func clockText(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// A count as displayed: whole below ten thousand, then `12.3K` and `4.5M`, truncated.
    package static func countText(_ count: Int) -> String {
        switch count {
        case ..<10_000: "\(count)"
        case ..<1_000_000: "\(count / 1000).\(count / 100 % 10)K"
        default: "\(count / 1_000_000).\(count / 100_000 % 10)M"
        }
    }
}

/// The comments as an element shows them at one moment.
package struct ShownComments: Hashable {
    /// A comment that is not gone.
    package struct Line: Hashable {
        package let comment: HUDComment
        /// 1 to `CommentFading.opaque`.
        package let opacity: Int
    }

    /// The comments, the newest last.
    package let lines: [Line]
    /// The comment that stays above the others.
    package let pinned: HUDComment?
    /// The pixels of the last comment that are below the edge.
    package let hidden: Double
    /// The number of newer comments.
    package let newer: Int

    /// The comments at an instant. Comments that are scrolled back to do not fade.
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

    /// Whether the comments are scrolled back: the last one may then be partly below the edge, and the first one above.
    package var isBack: Bool { newer > 0 || hidden > 0 }
}
