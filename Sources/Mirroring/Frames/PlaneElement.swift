package import Geometry

/// One output's picture, made smaller or larger, as a layer that another output may show by itself: its display controller
/// reads the memory that the first one scans out, and no pixel is copied.
package struct SnapshotLayer {
    /// The output whose picture is shown.
    package let source: OutputID
    /// The client's buffer that the source shows, or is about to show, in place of a drawn frame; nil for a drawn one.
    package let content: ContentLayer?
    /// The part of the source's picture that is shown, in pixels of that, or of the client's buffer.
    package let crop: SourceBox
    /// Where it is shown, stretched to fit.
    package let destination: Rect<OutputSpace>
    /// What the source shows, black bars beside a client's buffer included.
    package let frame: Rect<OutputSpace>
    /// What is drawn above it; nil for nothing.
    package var front: LayerFront?
    /// Whether nothing but black is drawn beside it.
    package var isAlone = false

    /// What a viewport shows; nil where that is nothing.
    package init?(of source: OutputID, content: ContentLayer?, through viewport: PanelViewport) {
        let (visible, frame) = (viewport.visible, viewport.frame)
        guard !visible.isEmpty else { return nil }
        self.source = source
        self.content = content
        self.frame = visible.reinterpreted()
        let part = SourceBox(
            x: Double(visible.x - frame.x) * viewport.ratioX, y: Double(visible.y - frame.y) * viewport.ratioY,
            width: Double(visible.width) * viewport.ratioX, height: Double(visible.height) * viewport.ratioY)
        guard let content, !content.isWhole else {
            (crop, destination) = (part, self.frame)
            return
        }
        let (shown, place, target) = (content.destination, content.crop, self.frame)
        guard
            let columns = Stretch(part.x, part.width, over: target.x..<target.maxX).part(
                of: Stretch(place.x, place.width, over: shown.x..<shown.maxX)),
            let rows = Stretch(part.y, part.height, over: target.y..<target.maxY).part(
                of: Stretch(place.y, place.height, over: shown.y..<shown.maxY))
        else { return nil }
        crop = SourceBox(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
        destination = Rect(
            left: columns.place.lowerBound, top: rows.place.lowerBound, right: columns.place.upperBound,
            bottom: rows.place.upperBound)
    }
}

/// A length of a picture, along one axis, stretched over pixels of another.
private struct Stretch {
    let start: Double
    let length: Double
    let place: Range<Int>

    init(_ start: Double, _ length: Double, over place: Range<Int>) {
        (self.start, self.length, self.place) = (start, length, place)
    }

    /// What this shows of a picture in which `inner` is stretched over a part: that in inner's own pixels, where it takes all of
    /// a pixel. Nil for nothing.
    func part(of inner: Stretch) -> Stretch? {
        guard length > 0, !inner.place.isEmpty else { return nil }
        let step = length / Double(place.count)
        func placed(_ position: Int) -> Double { Double(place.lowerBound) + (Double(position) - start) / step }
        let first = max(place.lowerBound, Int((placed(inner.place.lowerBound) - Self.rounding).rounded(.up)))
        let end = min(place.upperBound, Int((placed(inner.place.upperBound) + Self.rounding).rounded(.down)))
        guard first < end else { return nil }
        let ratio = inner.length / Double(inner.place.count)
        func innerPosition(_ pixel: Int) -> Double {
            let position = start + Double(pixel - place.lowerBound) * step
            return inner.start + (position - Double(inner.place.lowerBound)) * ratio
        }
        let from = innerPosition(first)
        return Stretch(from, innerPosition(end) - from, over: first..<end)
    }

    /// Less than a display controller's scaler can tell.
    private static let rounding = 1e-6
}
