package import Geometry

/// The cursor as a layer of its own, which the display shows above the frame.
package struct CursorLayer {
    /// Pixels in `argb8888`. They never change: what looks different is another object.
    package let picture: any Buffer
    /// The picture's place in the frame, as its viewer sees it; it may reach past the edges.
    package let frame: Rect<OutputSpace>
    /// The pixel that points, from the picture's corner. Virtual machines draw the pointer there.
    package let hotspot: (x: Int, y: Int)

    package init(_ picture: any Buffer, x: Int, y: Int, hotspot: (x: Int, y: Int)) {
        self.picture = picture
        frame = Rect(x: x, y: y, width: picture.size.width, height: picture.size.height)
        self.hotspot = hotspot
    }

    /// Whether both look the same at the same place.
    package func isSame(as other: CursorLayer?) -> Bool {
        other.map { picture === $0.picture && frame == $0.frame && hotspot == $0.hotspot } ?? false
    }

    /// What draws the same into a frame, without what lies outside of `area`; nil where that is nothing.
    package func element(within area: Rect<OutputSpace>) -> SceneElement? {
        let shown = frame.intersection(area)
        guard !shown.isEmpty else { return nil }
        return SceneElement(
            source: picture,
            crop: SourceBox(
                x: Double(shown.x - frame.x), y: Double(shown.y - frame.y), width: Double(shown.width),
                height: Double(shown.height)),
            transform: .normal, destination: shown.reinterpreted(), opaque: Region())
    }
}

extension LayerRefusal {
    /// Why a cursor at `frame` has to be drawn into a screen's picture, as far as the picture itself decides: what is
    /// above the picture is above `front`, too, and is not cut off at the edges of `area`.
    package static func ofCursor(
        at frame: Rect<OutputSpace>, within area: Rect<OutputSpace>, of screen: Size<OutputSpace>,
        under front: Region<OutputSpace>
    ) -> LayerRefusal? {
        if !front.intersection(frame).isEmpty { return .behindPicture }
        return area.contains(frame.intersection(screen.bounds)) ? nil : .clipped
    }
}
