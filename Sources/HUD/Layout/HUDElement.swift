/// An element of the bar: the kind of value shown, and how.
package struct HUDElement: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case comments, gifts, viewers, clock, microphone, avatar, background, text, label
    }

    package enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    package var kind: Kind
    /// Changes rarely: drawn into the cached layer beneath the elements that change often.
    package var isStable: Bool
    package var alignment: Alignment
    /// The most lines of text that one comment, the free text or the label may take before it is cut with an ellipsis.
    package var lines: Int
    /// The text of a `.label`.
    package var label: String

    /// An element; a nil `isStable` means the kind's default.
    package init(
        _ kind: Kind, isStable: Bool? = nil, alignment: Alignment = .left, lines: Int = 1, label: String = ""
    ) {
        self.kind = kind
        self.isStable = isStable ?? kind.isStableByNature
        self.alignment = alignment
        self.lines = lines
        self.label = label
    }
}

extension HUDElement.Kind {
    /// The default of `isStable`: true for values changed by hand, not by a running stream.
    package var isStableByNature: Bool {
        switch self {
        case .microphone, .avatar, .background, .text, .label: true
        case .comments, .gifts, .viewers, .clock: false
        }
    }
}
