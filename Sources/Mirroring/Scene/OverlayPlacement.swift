package import Geometry

/// A picture scaled to a rectangle of a screen, and the mapping of damage from the picture to the screen.
package struct OverlayPlacement: Hashable, Sendable {
    package let source: Size<OutputSpace>
    /// The rectangle of the whole picture; may extend past the screen's edges.
    package let frame: Rect<OutputSpace>

    /// Nil for an empty picture or frame, and for a frame out of any sensible range.
    package init?(source: Size<OutputSpace>, frame: Rect<OutputSpace>) {
        let limit = -Self.farthest...Self.farthest
        guard !source.isEmpty, !frame.isEmpty, limit.contains(frame.x), limit.contains(frame.y),
            frame.width <= MemoryBuffer.maximumSide, frame.height <= MemoryBuffer.maximumSide
        else { return nil }
        self.source = source
        self.frame = frame
    }

    /// The screen's pixels that show any pixel of `damage`, which is in the picture's pixels.
    ///
    /// Exact where the picture shrinks or keeps its size. Where it grows, interpolation spreads each pixel over its
    /// neighbours, and the damage extends as far.
    package func screenDamage(of damage: Region<OutputSpace>) -> Region<OutputSpace> {
        let whole = source.bounds
        if damage.rects == [whole] { return Region(frame) }
        let across = Axis(source: source.width, scaled: frame.width)
        let down = Axis(source: source.height, scaled: frame.height)
        return damage.intersection(whole).mapRects { rect in
            let (left, right) = across.cover(rect.x, rect.maxX)
            let (top, bottom) = down.cover(rect.y, rect.maxY)
            return Rect(x: frame.x + left, y: frame.y + top, width: right - left, height: bottom - top)
        }
    }

    /// Far beyond the edge of any screen, and far below overflow.
    private static let farthest = 1 << 24

    private struct Axis {
        let source: Int
        let scaled: Int

        /// The scaled pixels that show `start ..< end` of the source.
        func cover(_ start: Int, _ end: Int) -> (start: Int, end: Int) {
            let reach = scaled > source ? 1 : 0
            let (low, high) = (max(0, start - reach), min(source, end + reach))
            return (low * scaled / source, (high * scaled + source - 1) / source)
        }
    }
}
