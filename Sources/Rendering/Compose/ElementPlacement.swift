import Geometry
import Mirroring

/// How an element's buffer lies on the screen, worked out in the buffer's own orientation.
///
/// The destination is turned to lie as the buffer lies; there the crop is stretched along two independent axes,
/// and turning comes last, when the pixels are put on the screen.
struct ElementPlacement {
    let across: SourceSpan
    let down: SourceSpan
    /// The destination's size after the element's transform.
    let stretched: Size<BufferSpace>
    /// Where the stretched crop's first pixel is in the buffer, when it needs no stretching and lies on whole
    /// pixels.
    let unscaledOrigin: (x: Int, y: Int)?

    /// Nil for an element that shows nothing: an empty or absurd crop or destination.
    init?(_ element: SceneElement) {
        let size = element.source.size
        guard !size.isEmpty, !element.destination.isEmpty else { return nil }
        let upright: Size<BufferSpace> = element.transform.inverse.apply(to: size)
        let crop = element.crop
        let corner: Point<BufferSpace> = element.transform.apply(
            to: Point<BufferSpace>(x: crop.x, y: crop.y), within: upright)
        let opposite: Point<BufferSpace> = element.transform.apply(
            to: Point<BufferSpace>(x: crop.x + crop.width, y: crop.y + crop.height), within: upright)
        guard crop.width > 0, crop.height > 0,
            let across = SourceSpan(
                origin: min(corner.x, opposite.x), length: abs(opposite.x - corner.x), count: size.width),
            let down = SourceSpan(
                origin: min(corner.y, opposite.y), length: abs(opposite.y - corner.y), count: size.height)
        else { return nil }
        self.across = across
        self.down = down
        stretched = element.transform.apply(to: element.destination.size)
        let isUnscaled = across.isWhole(stretched.width) && down.isWhole(stretched.height)
        unscaledOrigin = isUnscaled ? (across.limit.lowerBound, down.limit.lowerBound) : nil
    }
}

extension SourceSpan {
    /// The stretch is just `count` whole pixels, all of which the source has.
    fileprivate func isWhole(_ count: Int) -> Bool {
        length == Double(count) && origin == Double(limit.lowerBound) && limit.count == count
    }
}
