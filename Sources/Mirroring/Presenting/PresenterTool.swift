package import Geometry

/// What a presenter holds: fingers and the pointer use it in place of touching the content.
package enum PresenterTool: String, Hashable, Sendable, Codable, CaseIterable {
    /// A red dot.
    case laser
    /// A ring, bright inside.
    case highlight
    /// A bright circle; all else is dimmed.
    case spotlight
    /// Draws over the content.
    case pen

    /// How dark a spotlight makes what is around it: the share of the light that is taken.
    package static let dimming = 0.62
}

/// How the pen draws.
package struct PenStyle: Hashable, Sendable {
    package var color: Color
    /// In the content's pixels; nil for one that grows with the screen.
    package var width: Double?

    package init(color: Color = Color(red: 230, green: 30, blue: 30), width: Double? = nil) {
        self.color = color
        self.width = width
    }

    package static let widths = 1.0...200

    /// The width of strokes on a screen of this size: without one of its own a ninetieth of the shorter side, 12 pixels of 1080.
    package func width(on screen: Size<ContentSpace>) -> Double {
        width ?? min(max(Double(min(screen.width, screen.height)) / 90, Self.widths.lowerBound), Self.widths.upperBound)
    }
}

/// What a presenter shows, for `kagami status`.
package struct PresenterStatus: Hashable, Sendable, Codable {
    /// Nil with an empty hand.
    @Nullable package var tool: PresenterTool?
    package var strokes: Int

    package init(tool: PresenterTool?, strokes: Int) {
        self.tool = tool
        self.strokes = strokes
    }
}
