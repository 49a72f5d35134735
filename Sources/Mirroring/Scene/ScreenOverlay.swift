package import Geometry

/// Something drawn above a screen's base picture.
package struct ScreenOverlay {
    /// Scaled to fill `frame`, where it hides the base; nil for none.
    package var picture: (any Buffer)?
    /// The picture's rectangle in the screen's pixels; may extend past the screen's edges.
    package var frame: Rect<OutputSpace>
    /// The radius of the picture's rounded corners in pixels, where what is below shows; 0 for square ones.
    package var cornerRadius: Int
    /// A part of the content's frame, drawn above the picture, within which it must lie; controllers only.
    package var excerpt: FrameExcerpt?
    /// Shadow and edge, drawn above the picture and below the decorations, in the screen's pixels.
    package var border: [SceneElement]
    /// Buttons, tab and cursor: back to front, drawn above the picture, in the screen's pixels.
    ///
    /// A decoration whose pixels have changed needs a new source.
    package var decorations: [SceneElement]

    package init(
        picture: (any Buffer)?, frame: Rect<OutputSpace>, decorations: [SceneElement] = [], border: [SceneElement] = [],
        cornerRadius: Int = 0
    ) {
        self.picture = picture
        self.frame = frame
        self.cornerRadius = cornerRadius
        self.border = border
        self.decorations = decorations
    }

    /// Decorations alone, without a picture.
    package init(decorations: [SceneElement]) {
        self.init(picture: nil, frame: .zero, decorations: decorations)
    }

    /// The picture's place; nil where nothing is visible: an empty frame or picture, or one out of any sensible range.
    package var placement: Rect<OutputSpace>? {
        let limit = -Self.farthest...Self.farthest
        guard let picture, !picture.size.isEmpty, !frame.isEmpty, limit.contains(frame.x), limit.contains(frame.y),
            frame.width <= MemoryBuffer.maximumSide, frame.height <= MemoryBuffer.maximumSide
        else { return nil }
        return frame
    }

    /// Far beyond the edge of any screen, and far below overflow.
    private static let farthest = 1 << 24

    /// The picture as an element; nil where nothing of it is visible.
    package var pictureElement: SceneElement? {
        guard let picture, let frame = placement else { return nil }
        return SceneElement(picture, at: frame, cornerRadius: cornerRadius)
    }

    /// The squares at the picture's corners in which what is below is visible.
    package var corners: Region<OutputSpace> { (pictureElement?.corners ?? Region()).reinterpreted() }

    /// What draws the overlay without an excerpt.
    package var elements: [SceneElement] { elements(of: nil) }

    /// What draws the overlay; `frame` is the content's, for an excerpt.
    package func elements(of frame: (any Buffer)?) -> [SceneElement] {
        let magnified: SceneElement? = frame.flatMap { excerpt?.element(of: $0) }
        return [pictureElement, magnified].compactMap(\.self) + border + decorations
    }
}

/// An overlay of a screen and its place in the stacking order: later ones are drawn above earlier ones.
package enum OverlayID: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// A presenter's strokes and marks, on the external.
    case presenter
    /// The controller's view: draws nothing, and takes the fingers that zoom and pan.
    case view
    /// The panel as a trackpad, likewise.
    case trackpad
    /// An on-screen keyboard beside the controller.
    case keyboard
    /// The pad of keys below the controller.
    case keyPad
    /// The bar docked to an edge.
    case statusBar
    case pictureInPicture
    /// An outline of the content while a zoomed controller moves.
    case minimap
    /// What a finger that rests on the controller aims at: a loupe, or a ring.
    case press
    /// What has ended, and a button that starts it again.
    case restart
    /// Small signs that stay in a corner of the panel.
    case signs
    /// The handle that opens the panel menu.
    case menuHandle
    /// An explanation for first use.
    case hint
    /// What dims the panel behind the menu.
    case menuShade
    case menu
    /// A line of text that is shown for a moment.
    case notice
    /// The cursor while it is over another overlay.
    case pointer
    /// The black of a blanked screen.
    case blank
    /// What has become of the locker, on a locked screen that has no other overlay.
    case locker

    package static func < (left: OverlayID, right: OverlayID) -> Bool { left.rawValue < right.rawValue }
}
