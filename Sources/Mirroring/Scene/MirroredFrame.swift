package import Geometry

/// Stands for the frame that a controller mirrors in elements above it, which are handed over before that frame exists.
///
/// The pass that draws the controller replaces it by the frame itself.
package final class MirroredFrame: Buffer {
    package let size: Size<BufferSpace>
    package let stride = 0
    package let format = PixelFormat.xrgb8888

    package init(size: Size<BufferSpace>) {
        self.size = size
    }

    /// It has no pixels of its own.
    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}

extension SceneElement {
    /// The part of the mirrored frame that shows a point of the content in the middle of a rectangle, to the panel's pixel; nil where
    /// none of the content lies in the rectangle.
    ///
    /// `scale` is in panel pixels per content pixel. The corners of `frame`, not those of the part, are rounded.
    package init?(
        of mirrored: MirroredFrame, around spot: Point<ContentSpace>, scale: Double, in frame: Rect<OutputSpace>,
        cornerRadius: Int
    ) {
        guard scale > 0, scale.isFinite, spot.isFinite, !frame.isEmpty else { return nil }
        func axis(_ spot: Double, _ length: Int, _ start: Int, _ room: Int) -> (start: Int, end: Int, first: Double) {
            // Where the content's whole line would begin.
            let origin = Int(clamping: (Double(start) + Double(room) / 2 - spot * scale).rounded())
            let end = Int(clamping: Double(origin) + Double(length) * scale)
            let shown = (max(start, origin), min(start.addingClamped(room), end))
            return (shown.0, shown.1, Double(shown.0.subtractingClamped(origin)) / scale)
        }
        let across = axis(spot.x, mirrored.size.width, frame.x, frame.width)
        let down = axis(spot.y, mirrored.size.height, frame.y, frame.height)
        guard across.start < across.end, down.start < down.end else { return nil }
        let place = Rect<ContentSpace>(left: across.start, top: down.start, right: across.end, bottom: down.end)
        self.init(
            source: mirrored,
            crop: SourceBox(
                x: across.first, y: down.first, width: Double(place.width) / scale,
                height: Double(place.height) / scale),
            transform: .normal, destination: place, opaque: Region(place))
        self.cornerRadius = cornerRadius
        roundedFrame = frame.reinterpreted()
    }

    /// Whether it shows a part of the frame that a controller mirrors.
    package var showsMirroredFrame: Bool { source is MirroredFrame }

    /// The element with the mirrored frame itself; nil if it needs that and there is none.
    package func showing(_ frame: (any Buffer)?) -> SceneElement? {
        guard showsMirroredFrame else { return self }
        guard let frame else { return nil }
        var element = self
        element.source = frame
        return element
    }
}
