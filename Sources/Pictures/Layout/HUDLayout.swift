package import Geometry

/// The layout of a bar, designed for one size and scaled uniformly to others.
package struct HUDLayout: Hashable, Sendable {
    /// The deepest nesting of boxes.
    package static let maximumDepth = 32
    package static let maximumBoxes = 256

    /// The size at which one design pixel is one pixel.
    package var design: Size<OutputSpace>
    package var root: HUDBox

    package init(design: Size<OutputSpace>, root: HUDBox) {
        self.design = design
        self.root = root
    }

    /// The pixels per design pixel at `size`: the largest scale at which the design fits both ways.
    package func scale(at size: Size<OutputSpace>) -> Double {
        let across = Double(size.width) / Double(max(1, design.width))
        let down = Double(size.height) / Double(max(1, design.height))
        return max(0, min(across, down))
    }
}

/// An element of the bar: the kind of value shown, and how.
package struct HUDElement: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case comments, gifts, viewers, clock, microphone, avatar, background, text, label
    }

    package enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    package var kind: Kind
    /// Whether the element changes rarely, so that it is drawn into the cached layer beneath the others.
    package var isStable: Bool
    package var alignment: Alignment
    /// The most lines of text that one comment, the free text or the label may take before it is cut with an ellipsis.
    package var lines: Int
    /// The text of a `.label`.
    package var label: String

    /// Creates an element; a nil `isStable` stands for the kind's default.
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
    /// The default of `isStable`: true for values that are changed by hand rather than by a running stream.
    package var isStableByNature: Bool {
        switch self {
        case .microphone, .avatar, .background, .text, .label: true
        case .comments, .gifts, .viewers, .clock: false
        }
    }
}
