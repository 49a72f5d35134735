/// A rectangle of the bar: a group of others, or an element. Lengths are in the layout's design pixels.
package struct HUDBox: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        /// Side by side, from left to right.
        case row([HUDBox])
        /// From top to bottom.
        case column([HUDBox])
        /// All in the same place, the last one on top.
        case stack([HUDBox])
        case element(HUDElement)
    }

    package var content: Content
    /// The length along the enclosing group; nil for a share of the remaining space by `grow`.
    package var length: Double?
    package var grow: Double
    /// The margin inside each edge.
    package var padding: Double
    /// The gap between two children.
    package var spacing: Double
    package var background: HUDColor?
    /// The radius of the background's corners.
    package var radius: Double
    package var style: HUDStyle

    package init(
        _ content: Content, length: Double? = nil, grow: Double = 1, padding: Double = 0, spacing: Double = 0,
        background: HUDColor? = nil, radius: Double = 0, style: HUDStyle = HUDStyle()
    ) {
        self.content = content
        self.length = length
        self.grow = grow
        self.padding = padding
        self.spacing = spacing
        self.background = background
        self.radius = radius
        self.style = style
    }

    package var children: [HUDBox] {
        switch content {
        case .row(let boxes), .column(let boxes), .stack(let boxes): boxes
        case .element: []
        }
    }
}

/// The text style of a box; nil values are inherited from the enclosing group.
package struct HUDStyle: Hashable, Sendable {
    /// A font family, or several separated by commas.
    package var font: String?
    /// The font size in design pixels.
    package var fontSize: Double?
    package var color: HUDColor?
    package var isBold: Bool?

    package init(font: String? = nil, fontSize: Double? = nil, color: HUDColor? = nil, isBold: Bool? = nil) {
        self.font = font
        self.fontSize = fontSize
        self.color = color
        self.isBold = isBold
    }
}
