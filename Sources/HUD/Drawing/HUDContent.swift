package import Mirroring

/// What one element shows at one moment: while it stays equal, the element need not be redrawn.
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
    /// `HH:MM:SS`; the hours take a third digit from 100 on.
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
