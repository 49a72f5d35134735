import CPixelKernels
package import Geometry
package import Mirroring

/// Locates the pixels of an element in its buffer.
struct ElementPixels {
    let element: SceneElement
    let placement: ElementPlacement
    /// The pixels of the destination that hide everything below, as the element says.
    let hiding: Region<ContentSpace>

    /// Nil for an element that cannot be drawn.
    init?(_ element: SceneElement) {
        guard let placement = ElementPlacement(element) else { return nil }
        self.element = element
        self.placement = placement
        hiding = element.hiding
    }

    /// Whether the buffer's pixels have the layout and the orientation of a frame.
    var isCopyable: Bool { element.transform == .normal && element.source.format.isFrameLayout }

    /// Whether the opaque pixels are copied one by one, unchanged or narrowed from ten bits of each colour to eight.
    var isCopied: Bool {
        placement.unscaledOrigin != nil && element.transform == .normal
            && (element.source.format.isFrameLayout || element.source.format.isDeep)
    }

    /// For a copied element, the address that the frame's top left pixel would have if the buffer extended that far.
    func copyOrigin(_ first: UnsafeRawPointer) -> UnsafeRawPointer? {
        guard isCopied, let origin = placement.unscaledOrigin else { return nil }
        return address(of: turned(Rect(x: 0, y: 0, width: 1, height: 1)), origin, first)
    }

    /// The pixels of the scaled crop, in the buffer's orientation, for a part of the destination.
    func turned(_ rect: Rect<ContentSpace>) -> Rect<BufferSpace> { element.turned(rect) }

    /// The address of the first pixel of a part of the crop; `origin` is the crop's corner in the buffer.
    func address(
        of part: Rect<BufferSpace>, _ origin: (x: Int, y: Int), _ first: UnsafeRawPointer
    ) -> UnsafeRawPointer {
        first + (origin.y + part.y) * element.source.stride + (origin.x + part.x) * 4
    }
}

extension SceneElement {
    /// The pixels of the scaled crop, in the buffer's orientation, for a part of the destination.
    package func turned(_ rect: Rect<ContentSpace>) -> Rect<BufferSpace> {
        transform.apply(to: rect.offset(x: -destination.x, y: -destination.y), within: destination.size)
    }
}

extension PixelFormat {
    /// The depth of the pixels, for the kernels.
    var depth: kagami_depth {
        isDeep ? isBlueFirst ? KAGAMI_TEN_BITS_BLUE_FIRST : KAGAMI_TEN_BITS : KAGAMI_EIGHT_BITS
    }

    /// Whether pixels have the layout of an XRGB frame.
    var isFrameLayout: Bool { self == .xrgb8888 || self == .argb8888 }
}

/// The mapping of an element's buffer to the screen, computed in the buffer's orientation.
///
/// The destination is rotated to the buffer's orientation. The crop is scaled there along two independent axes. Rotation comes last, when
/// the pixels are drawn on the screen.
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
        // The most common case.
        if element.transform == .normal, element.destination.size == size.reinterpreted(), element.showsWholeBuffer {
            (across, down) = (SourceSpan(whole: size.width), SourceSpan(whole: size.height))
            (stretched, unscaledOrigin) = (size, (0, 0))
            return
        }
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

/// A span of a line of source pixels, which may begin and end within a pixel.
package struct SourceSpan {
    package var origin: Double
    package var length: Double
    /// The whole pixels that may be read: the intersection of the span and the source. Not empty.
    package var limit: Range<Int>

    /// Nil if the span is empty, does not intersect a line of `count` pixels, or has absurd values.
    init?(origin: Double, length: Double, count: Int) {
        guard abs(origin) < Self.absurd, length > 0, length < Self.absurd else { return nil }
        let low = max(0, origin.rounded(.down))
        let high = min(Double(count), (origin + length).rounded(.up))
        guard low < high else { return nil }
        self.init(origin: origin, length: length, limit: Int(low)..<Int(high))
    }

    /// All of a line of `count` pixels, at least one.
    init(whole count: Int) {
        self.init(origin: 0, length: Double(count), limit: 0..<count)
    }

    /// Far larger than any buffer, and far below the limit of exact integers in a double.
    private static let absurd = 1e9

    init(origin: Double, length: Double, limit: Range<Int>) {
        self.origin = origin
        self.length = length
        self.limit = limit
    }

    /// Whether the span is exactly `count` whole pixels within the source.
    fileprivate func isWhole(_ count: Int) -> Bool {
        length == Double(count) && origin == Double(limit.lowerBound) && limit.count == count
    }
}
