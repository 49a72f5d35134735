package import Geometry

/// A part of the content's frame as an overlay of the controller shows it: larger, and up to date.
package struct FrameExcerpt: Hashable, Sendable {
    /// In the frame's pixels, and within it.
    package let crop: SourceBox
    /// Where that is shown, in the panel's pixels.
    package let place: Rect<OutputSpace>
    /// The rectangle that `place` lies in, whose corners are rounded.
    package let frame: Rect<OutputSpace>
    package let cornerRadius: Int
    /// Panel pixels per content pixel.
    private let scale: Double

    /// The part that shows a point of the content in the middle of a rectangle, to the panel's pixel; nil where none of the
    /// content lies in it.
    package init?(
        around spot: Point<ContentSpace>, of content: Size<ContentSpace>, scale: Double, in frame: Rect<OutputSpace>,
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
        let across = axis(spot.x, content.width, frame.x, frame.width)
        let down = axis(spot.y, content.height, frame.y, frame.height)
        guard across.start < across.end, down.start < down.end else { return nil }
        place = Rect(left: across.start, top: down.start, right: across.end, bottom: down.end)
        crop = SourceBox(
            x: across.first, y: down.first, width: Double(place.width) / scale, height: Double(place.height) / scale)
        self.frame = frame
        self.cornerRadius = cornerRadius
        self.scale = scale
    }

    /// The panel's pixels that show any of the frame's pixels in `damage`, smoothing included.
    package func damage(of damage: Region<OutputSpace>) -> Region<OutputSpace> {
        func shown(_ value: Int, _ first: Double, _ start: Int, _ rule: FloatingPointRoundingRule) -> Int {
            start.addingClamped(Int(clamping: ((Double(value) - first) * scale).rounded(rule)))
        }
        return damage.mapRects { rect in
            Rect(
                left: shown(rect.x - 1, crop.x, place.x, .down), top: shown(rect.y - 1, crop.y, place.y, .down),
                right: shown(rect.maxX + 1, crop.x, place.x, .up), bottom: shown(rect.maxY + 1, crop.y, place.y, .up))
        }.intersection(place)
    }

    /// What draws it.
    package func element(of source: any Buffer) -> SceneElement {
        var element = SceneElement(
            source: source, crop: crop, transform: .normal, destination: place.reinterpreted(),
            opaque: Region(place.reinterpreted()))
        element.cornerRadius = cornerRadius
        element.roundedFrame = frame.reinterpreted()
        return element
    }
}
