package import Geometry

/// A presenter's tool, which fingers and the pointer use instead of touching the content.
package enum PresenterTool: String, Hashable, Sendable, Codable, CaseIterable {
    /// A red dot.
    case laser
    /// A ring, bright inside.
    case highlight
    /// A bright circle; everything else is dimmed.
    case spotlight
    /// Draws over the content.
    case pen

    /// The share of the light that a spotlight takes from its surroundings.
    package static let dimming = 0.62
}

/// How the pen draws.
package struct PenStyle: Hashable, Sendable {
    package var color: Color
    /// The width in the content's pixels, or nil for a width that grows with the screen.
    package var width: Double?

    package init(color: Color = Color(red: 230, green: 30, blue: 30), width: Double? = nil) {
        self.color = color
        self.width = width
    }

    package static let widths = 1.0...200

    /// The width of strokes on a screen of this size.
    ///
    /// A pen without its own width uses a ninetieth of the shorter side, which is 12 pixels of 1080.
    package func width(on screen: Size<ContentSpace>) -> Double {
        width ?? min(max(Double(min(screen.width, screen.height)) / 90, Self.widths.lowerBound), Self.widths.upperBound)
    }
}

/// A presenter's tool and strokes, for `kagami status`.
package struct PresenterStatus: Hashable, Sendable, Codable {
    /// The tool, or nil for none.
    @Nullable package var tool: PresenterTool?
    package var strokes: Int

    package init(tool: PresenterTool?, strokes: Int) {
        self.tool = tool
        self.strokes = strokes
    }
}
