import Geometry

/// Something drawn above a screen's base picture.
package struct ScreenOverlay {
    /// Scaled to fill `frame`, which it hides the base under; nil for none.
    package var picture: PixelBuffer?
    /// In the screen's pixels; may hang over its edges.
    package var frame: Rect<OutputSpace>
    /// The picture's corners are rounded by so many pixels, and what is below shows there; 0 for square ones.
    package var cornerRadius: Int
    /// Shadow and edge, drawn above the picture and below the decorations, in the screen's pixels.
    package var border: [SceneElement]
    /// Buttons, tab, border, cursor: back to front, drawn above the picture, in the screen's pixels.
    ///
    /// A decoration whose pixels have changed comes as a new source, or is reported with the overlay's damage.
    package var decorations: [SceneElement]

    package init(
        picture: PixelBuffer?, frame: Rect<OutputSpace>, decorations: [SceneElement] = [], border: [SceneElement] = [],
        cornerRadius: Int = 0
    ) {
        self.picture = picture
        self.frame = frame
        self.cornerRadius = cornerRadius
        self.border = border
        self.decorations = decorations
    }

    /// The place of the picture, or nil where there is none to see: an empty frame, or one that is beyond all reason.
    package var placement: OverlayPlacement? {
        picture.flatMap { OverlayPlacement(source: $0.size, frame: frame) }
    }

    /// The squares of the picture's corners in which what is below can be seen.
    package var corners: Region<OutputSpace> {
        let radius = cornerRadius
        guard radius > 0, let frame = placement?.frame, frame.width >= 2 * radius, frame.height >= 2 * radius else {
            return Region()
        }
        return Region(
            [
                (frame.x, frame.y), (frame.maxX - radius, frame.y), (frame.x, frame.maxY - radius),
                (frame.maxX - radius, frame.maxY - radius),
            ].map { Rect(x: $0.0, y: $0.1, width: radius, height: radius) })
    }
}

/// Which overlay of a screen, and so its place in the order: later ones are drawn above earlier ones.
package enum OverlayID: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The bar docked to an edge.
    case statusBar
    case pictureInPicture
    /// A line that is seen for a moment.
    case notice
    /// The pointer's picture while it is over another overlay.
    case pointer
    /// The black of a screen that is to show nothing.
    case blank

    package static func < (left: OverlayID, right: OverlayID) -> Bool { left.rawValue < right.rawValue }
}
