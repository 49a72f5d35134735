import CPixman
import Geometry
package import Mirroring

/// Draws one element on a frame in the cheapest way.
struct ElementDrawing {
    private let target: FrameTarget
    private let placed: ElementPixels

    init(_ placed: ElementPixels, on target: FrameTarget) {
        self.placed = placed
        self.target = target
    }

    private var element: SceneElement { placed.element }

    /// Draws the pixels of `region`, which lies within the frame and the destination.
    ///
    /// Draws nothing if the source's pixels are gone.
    func draw(_ region: Region<ContentSpace>) {
        if let color = element.color { return target.fill(region, with: color) }
        if element.source.format.isDeep, !target.frame.isDeep { return drawNarrowed(region) }
        let solid = element.cornerRadius > 0 ? placed.hiding.union(element.corners) : placed.hiding
        let replaced = region.intersection(solid)
        let blended = region.subtracting(solid)
        let corners =
            element.cornerRadius > 0 ? RoundedCorners(of: element, on: target.frame, within: region) : nil
        _ = element.source.withPixels { pixels in
            replaced.forEachRect { draw($0, pixels, PIXMAN_OP_SRC) }
            blended.forEachRect { draw($0, pixels, PIXMAN_OP_OVER) }
        }
        corners?.bringBack()
    }

    /// The part of `region` where drawing would change the frame.
    ///
    /// It leaves out pixels that would be copied and are already equal.
    func changes(within region: Region<ContentSpace>) -> Region<ContentSpace> {
        guard let origin = placed.placement.unscaledOrigin, isCopyable else { return region }
        let copied = region.intersection(placed.hiding)
        var changed = region.subtracting(copied)
        let isThere = element.source.withPixels { pixels in
            copied.forEachRect { rect in
                let first = placed.address(of: placed.turned(rect), origin, pixels)
                changed.formUnion(target.difference(first, stride: element.source.stride, at: rect))
            }
        }
        return isThere ? changed : region
    }

    private func draw(
        _ rect: Rect<ContentSpace>, _ pixels: UnsafeRawPointer, _ operation: pixman_op_t
    ) {
        guard let origin = placed.placement.unscaledOrigin else {
            if operation == PIXMAN_OP_SRC, drawScaled(rect, pixels) { return }
            for tile in rect.tiles(of: Self.stretchedTile) { drawStretched(tile, pixels, operation) }
            return
        }
        if operation == PIXMAN_OP_SRC {
            if target.frame.hasLayout(of: element.source.format) { return copy(rect, origin, pixels) }
            if isWidened {
                return target.widen(
                    placed.address(of: placed.turned(rect), origin, pixels), stride: element.source.stride,
                    of: element.source, to: rect)
            }
        }
        for tile in rect.tiles(of: Self.plainTile) {
            let part = placed.turned(tile)
            put(placed.address(of: part, origin, pixels), element.source.stride, part.size, on: tile, operation)
        }
    }

    /// Whether the source's pixels have the layout and the orientation of the frame.
    private var isCopyable: Bool {
        element.transform == .normal && target.frame.hasLayout(of: element.source.format)
    }

    /// Whether the source has the frame's orientation and eight bits of each colour, while the frame is deep.
    private var isWidened: Bool { target.frame.isDeep && placed.isCopyable }

    /// Draws a source with ten bits of each colour on a frame with eight.
    private func drawNarrowed(_ region: Region<ContentSpace>) {
        var rest = region
        if element.transform == .normal, let origin = placed.placement.unscaledOrigin {
            let copied = region.intersection(placed.hiding)
            _ = element.source.withPixels { pixels in
                for rect in copied.rects {
                    target.narrow(placed.address(of: placed.turned(rect), origin, pixels), of: element.source, to: rect)
                }
            }
            rest.subtract(copied)
        } else if element.transform == .normal, !element.source.format.isBlueFirst {
            let solid = region.intersection(placed.hiding)
            _ = element.source.withPixels { pixels in
                for rect in solid.rects where drawScaled(rect, pixels) { rest.subtract(Region(rect)) }
            }
        }
        // Deep sources that are also turned, scaled or blended are rare, and take one more pass over memory.
        if !rest.isEmpty, let narrowed = element.narrowed(under: rest, target.workers).flatMap(ElementPixels.init) {
            ElementDrawing(narrowed, on: target).draw(rest)
        }
    }

    /// Draws a rectangle of a whole opaque picture; false for a part of a picture, or for one that has to be turned.
    private func drawScaled(_ rect: Rect<ContentSpace>, _ pixels: UnsafeRawPointer) -> Bool {
        let picture = element.source
        let format = picture.format
        guard element.transform == .normal, !format.isBlueFirst, element.showsWholeBuffer,
            let frame = element.scalableFrame
        else { return false }
        let source = SourcePixels(
            owner: picture, first: pixels, stride: picture.stride, size: picture.size, format: format)
        func draw(_ rect: Rect<ContentSpace>, on plane: PixelPlane, at corner: Rect<ContentSpace>) -> Bool {
            let frame = frame.offset(x: -corner.x, y: -corner.y)
            return SnapshotScaler(
                source: source, target: plane, frame: frame.reinterpreted(), filter: element.filter,
                workers: target.workers
            ).draw(rect.offset(x: -corner.x, y: -corner.y).reinterpreted())
        }
        guard target.frame.isDeep, !format.isDeep else { return draw(rect, on: target.frame, at: .zero) }
        // For a deep frame, the picture is scaled with eight bits, as for other frames, and widened afterwards.
        return rect.tiles(of: Self.widenedTile).allSatisfy { tile in
            guard let scaled = MemoryBuffer(size: tile.size.reinterpreted()) else { return false }
            guard draw(tile, on: PixelPlane(scaled), at: tile) else { return false }
            target.widen(scaled.bytes, stride: scaled.stride, of: scaled, to: tile)
            return true
        }
    }

    /// Copies the source pixels under `rect`, turned upright.
    private func copy(
        _ rect: Rect<ContentSpace>, _ origin: (x: Int, y: Int), _ pixels: UnsafeRawPointer
    ) {
        func source(_ x: Int, _ y: Int) -> UnsafeRawPointer {
            let pixel = Rect<ContentSpace>(x: rect.x + x, y: rect.y + y, width: 1, height: 1)
            return placed.address(of: placed.turned(pixel), origin, pixels)
        }
        let first = source(0, 0)
        if element.transform == .normal {
            target.copy(first, of: element.source, to: rect)
        } else {
            target.turn(
                first, of: element.source, across: source(1, 0) - first, down: source(0, 1) - first, to: rect)
        }
    }

    /// Scales the source of `tile` into scratch memory, and draws the result on the frame.
    private func drawStretched(
        _ tile: Rect<ContentSpace>, _ pixels: UnsafeRawPointer, _ operation: pixman_op_t
    ) {
        let (part, placement) = (placed.turned(tile), placed.placement)
        let resampler = Resampler(
            across: .stretch(placement.across, scaled: placement.stretched.width, range: part.x..<part.maxX),
            down: .stretch(placement.down, scaled: placement.stretched.height, range: part.y..<part.maxY),
            depth: element.source.format.depth)
        let stride = part.width * 4
        withUnsafeTemporaryAllocation(byteCount: stride * part.height, alignment: 16) { scratch in
            guard let first = scratch.baseAddress,
                resampler.run(source: pixels, stride: element.source.stride, target: first, targetStride: stride)
            else { return }
            put(first, stride, part.size, on: tile, operation)
        }
    }

    /// Draws pixels in the buffer's orientation on a tile of the frame.
    private func put(
        _ first: UnsafeRawPointer, _ stride: Int, _ size: Size<BufferSpace>, on tile: Rect<ContentSpace>,
        _ operation: pixman_op_t
    ) {
        if target.frame.isDeep, placed.isCopyable, operation == PIXMAN_OP_OVER, element.source.format.hasAlpha {
            // Pixman would blend in floating point here, thirty times slower than with eight bits.
            return target.blend(first, stride: stride, over: tile)
        }
        guard
            let source = PixmanImage(
                reading: first, stride: stride, size: size.reinterpreted(), format: element.source.format),
            let destination = PixmanImage(
                writing: target.address(tile.x, tile.y), stride: target.frame.stride, size: tile.size.reinterpreted(),
                format: target.frame.format)
        else { return }
        source.turn(by: element.transform, shown: tile.size.reinterpreted())
        destination.composite(source, operation)
    }

    /// A tile of this size fits into the second-level cache together with its source.
    private static let stretchedTile = Size<ContentSpace>(width: 512, height: 64)
    /// The size that is scaled at a time before it is widened to ten bits of each colour.
    private static let widenedTile = Size<ContentSpace>(width: 4096, height: 256)
    /// A tile of this size stays within pixman's 16-bit coordinates.
    private static let plainTile = Size<ContentSpace>(width: 8192, height: 8192)
}

extension Rect {
    /// The rectangle cut into pieces of at most `size`.
    fileprivate func tiles(of size: Size<Space>) -> [Rect] {
        stride(from: y, to: maxY, by: size.height).flatMap { top in
            stride(from: x, to: maxX, by: size.width).map { left in
                Rect(
                    left: left, top: top, right: min(left + size.width, maxX), bottom: min(top + size.height, maxY))
            }
        }
    }
}

extension SceneElement {
    /// Whether all of the buffer is shown.
    package var showsWholeBuffer: Bool {
        crop == SourceBox(whole: source.size)
    }

    /// The element with eight bits of each colour, as far as `region` of the destination shows it.
    /// Nil if the source's pixels are gone.
    fileprivate func narrowed(under region: Region<ContentSpace>, _ workers: PixelWorkers) -> SceneElement? {
        let size = source.size
        let needed = transform == .normal ? sourcePixels(under: region).extents : size.reinterpreted().bounds
        var pixels: [UInt32]?
        _ = source.withPixels { first in
            pixels = [UInt32](unsafeUninitializedCapacity: size.area) { memory, count in
                guard let memory = memory.baseAddress else { return }
                let plane = PixelPlane(first: memory, stride: size.width * 4, size: size.reinterpreted())
                let start = first + needed.y * source.stride + needed.x * 4
                FrameTarget(plane, workers).narrow(start, of: source, to: needed.reinterpreted())
                count = size.area
            }
        }
        guard let pixels else { return nil }
        var narrowed = self
        narrowed.source = MemoryImage(
            size: size, format: source.format.hasAlpha ? .argb8888 : .xrgb8888, pixels: pixels)
        return narrowed
    }

    /// The destination, if the sides of destination and source are within the limit of a picture.
    var scalableFrame: Rect<ContentSpace>? {
        let limit = MemoryBuffer.maximumSide
        let isSane = { (width: Int, height: Int) in width <= limit && height <= limit }
        let size = source.size
        return isSane(destination.width, destination.height) && isSane(size.width, size.height) ? destination : nil
    }
}
