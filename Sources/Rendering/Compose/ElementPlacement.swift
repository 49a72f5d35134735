package import Geometry
package import Mirroring

/// The mapping of an element's buffer to the screen, computed in the buffer's orientation.
///
/// The destination is rotated to the buffer's orientation, where the crop is scaled along two independent axes; the
/// rotation comes last, when the pixels are put on the screen.
package struct ElementPlacement {
    package let across: SourceSpan
    package let down: SourceSpan
    /// The destination's size after the element's transform.
    package let stretched: Size<BufferSpace>
    /// The position of the crop's first pixel in the buffer, if the crop is unscaled and aligned to whole pixels.
    package let unscaledOrigin: (x: Int, y: Int)?

    /// Nil for an element with an empty or absurd crop or destination.
    package init?(_ element: SceneElement) {
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
    /// Whether the span is exactly `count` whole pixels within the source.
    fileprivate func isWhole(_ count: Int) -> Bool {
        length == Double(count) && origin == Double(limit.lowerBound) && limit.count == count
    }
}
