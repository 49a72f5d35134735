package import Geometry

/// A client's buffer that is the whole frame of an output, but for black around it and what is drawn in front, as a layer that
/// the display may show by itself: cropped, scaled and placed by the display controller where need be.
package struct ContentLayer {
    /// What draws the same frame above black: opaque, within the screen.
    package let element: SceneElement
    /// The buffer's memory.
    package let dmabuf: DMABuf
    /// Whether it is all of the buffer, at its own size, on all of the screen.
    package let isWhole: Bool
    /// What is drawn in front of it, from back to front.
    package let above: [SceneElement]
    /// The pixels that those may touch; nil where there are none.
    package let frontFrame: Rect<OutputSpace>?
    /// The same as a picture for another plane; to be set before the layer is shown.
    package var front: LayerFront?

    package var buffer: any Buffer { element.source }

    /// What the numbers mean of a buffer whose brightness and colours lie apart; nil for others.
    package let encoding: YUVEncoding?

    /// Takes the viewer's picture to the buffer.
    package var transform: Transform { element.transform }

    /// The part of the upright picture that is shown, in its own pixels.
    package var crop: SourceBox { element.crop }

    /// Where that is shown, stretched to fit.
    package var destination: Rect<OutputSpace> { element.destination.reinterpreted() }

    /// What draws the same frame above black, the front included once that is set.
    package var elements: [SceneElement] { [element] + (front.map { [$0.element] } ?? []) }

    /// The layer that elements, from back to front, come to on a screen; throws why something has to be drawn.
    package init(of elements: [SceneElement], on screen: Size<OutputSpace>) throws(LayerRefusal) {
        let screen = screen.bounds.reinterpreted(as: ContentSpace.self)
        guard let last = elements.lastIndex(where: { $0.isSeen(on: screen) }) else { throw .partial }
        do throws(LayerRefusal) {
            self = try ContentLayer(at: last, of: elements, under: [], on: screen)
        } catch {
            guard let under = Self.candidate(of: elements, under: last, on: screen) else { throw error }
            self = under
        }
    }

    /// The frontmost buffer of which enough is seen behind what is in front of it.
    private static func candidate(
        of elements: [SceneElement], under last: Int, on screen: Rect<ContentSpace>
    ) -> ContentLayer? {
        for index in (0...last).reversed() where elements[index].isSeen(on: screen) {
            guard index < last, elements[index].source.dmabuf != nil else { continue }
            let above = elements[(index + 1)...last].filter { $0.isSeen(on: screen) }
            if let layer = try? ContentLayer(at: index, of: elements, under: above, on: screen),
                layer.isSeen(on: screen)
            {
                return layer
            }
        }
        return nil
    }

    private init(
        at index: Int, of elements: [SceneElement], under above: [SceneElement], on screen: Rect<ContentSpace>
    ) throws(LayerRefusal) {
        let below = elements[..<index]
        // Were it not for what is in front, a client that fills the screen might do.
        let inTheWay: LayerRefusal = below.contains { $0.covers(screen) } ? .behindPicture : .partial
        let shown = elements[index]
        if shown.isBackground { throw inTheWay }
        let layer = shown.destination.intersection(screen)
        let around = Region(screen).subtracting(Region(layer))
        guard below.isBlack(in: around) else { throw inTheWay }
        guard let dmabuf = shown.source.dmabuf else { throw around.isEmpty ? .memory : .partial }
        let isOpaque = !shown.source.format.hasAlpha || Region(layer).subtracting(shown.opaque).isEmpty
        guard isOpaque, shown.cornerRadius == 0 else { throw .partial }
        element = shown.cut(to: layer)
        self.dmabuf = dmabuf
        let upright: Size<BufferSpace> = shown.transform.inverse.apply(to: shown.source.size)
        let usual = YUVFormat(code: dmabuf.layout.format).map { _ in YUVEncoding(usualFor: shown.source.size) }
        encoding = usual.map { shown.source.planar?.encoding ?? $0 }
        isWhole = layer == screen && element.crop == SourceBox(whole: upright) && upright == screen.size.reinterpreted()
        self.above = above
        frontFrame = above.isEmpty ? nil : Self.frame(of: above, on: screen)
    }

    /// The pixels of elements on a screen, on a grid: what moves or grows a little then keeps its buffers.
    private static func frame(of above: [SceneElement], on screen: Rect<ContentSpace>) -> Rect<OutputSpace> {
        let seen = above.reduce(Rect.zero) { $0.union($1.destination.intersection(screen)) }
        let (left, top) = (seen.x / grid * grid, seen.y / grid * grid)
        let (right, bottom) = ((seen.maxX + grid - 1) / grid * grid, (seen.maxY + grid - 1) / grid * grid)
        return Rect<ContentSpace>(left: left, top: top, right: right, bottom: bottom).intersection(screen)
            .reinterpreted()
    }

    private static let grid = 64

    /// Whether the layer takes half of the screen, and half of that can be seen: another window among others is better drawn.
    private func isSeen(on screen: Rect<ContentSpace>) -> Bool {
        let hidden = above.reduce(into: Region<ContentSpace>()) { $0.formUnion($1.opaque) }
        let area = element.destination.size.area
        return area * 2 >= screen.size.area && Region(element.destination).subtracting(hidden).area * 2 >= area
    }

    /// Whether both show the same buffer in the same way; what is drawn in it may differ.
    package func isSame(as other: ContentLayer?) -> Bool {
        other.map {
            buffer === $0.buffer && encoding == $0.encoding && transform == $0.transform && crop == $0.crop
                && destination == $0.destination
                && front?.picture === $0.front?.picture && front?.frame == $0.front?.frame
        } ?? false
    }
}

extension ArraySlice<SceneElement> {
    /// Whether what these draw in a region, from back to front, is black.
    fileprivate func isBlack(in region: Region<ContentSpace>) -> Bool {
        var rest = region
        for element in reversed() where !rest.isEmpty {
            if rest.intersection(element.destination).isEmpty || element.isTransparent { continue }
            guard element.color == .black else { return false }
            rest.subtract(Region(element.destination))
        }
        return rest.isEmpty
    }
}

extension SceneElement {
    /// Whether it draws something on the screen that can be seen.
    fileprivate func isSeen(on screen: Rect<ContentSpace>) -> Bool {
        !destination.intersection(screen).isEmpty && !isTransparent
    }

    fileprivate func covers(_ screen: Rect<ContentSpace>) -> Bool {
        !isBackground && destination.contains(screen)
    }

    /// The element without what lies outside of a part of its destination, opaque.
    fileprivate func cut(to part: Rect<ContentSpace>) -> SceneElement {
        var element = self
        if part != destination {
            let (across, down) = (
                crop.width / Double(destination.width), crop.height / Double(destination.height)
            )
            element.crop = SourceBox(
                x: crop.x + Double(part.x - destination.x) * across, y: crop.y + Double(part.y - destination.y) * down,
                width: Double(part.width) * across, height: Double(part.height) * down)
        }
        element.destination = part
        element.opaque = Region(part)
        return element
    }
}

/// What is drawn above a layer, such as the menu's handle above a snapshot or controls above a film, as one picture for a
/// plane of its own.
package struct LayerFront {
    /// Pixels in `argb8888`. They never change: what looks different is another object.
    package let picture: any Buffer
    /// The picture's place in the frame.
    package let frame: Rect<OutputSpace>

    package init(_ picture: any Buffer, at frame: Rect<OutputSpace>) {
        self.picture = picture
        self.frame = frame
    }

    /// What draws the same into a frame.
    package var element: SceneElement { SceneElement(whole: picture, at: frame.reinterpreted()) }

    /// The pixels of the picture for what is drawn in `covered` above a snapshot; nil where that is so much that all had better
    /// be drawn. A plane is read in each refresh, transparent pixels included.
    package static func frame(
        over covered: Region<OutputSpace>, of snapshot: Rect<OutputSpace>
    ) -> Rect<OutputSpace>? {
        let frame = covered.intersection(snapshot).extents
        return frame.size.area * 4 <= snapshot.size.area ? frame : nil
    }
}

/// What a display's device can show of clients' buffers by itself.
package struct ScanoutOffer: Hashable, Sendable {
    /// The number of the device that displays; a buffer that it shows had better be made for it.
    package var device: UInt
    /// The layouts that the plane of the output shows.
    package var layouts: Set<PixelLayout>

    package init(device: UInt, layouts: Set<PixelLayout>) {
        self.device = device
        self.layouts = layouts
    }
}
