package import Geometry

/// A client's buffer that is the whole frame of an output, but for black around it, as a layer that the display may show by
/// itself: cropped, scaled and placed by the display controller where need be.
package struct ContentLayer {
    /// What draws the same frame above black: opaque, within the screen.
    package let element: SceneElement
    /// The buffer's memory.
    package let dmabuf: DMABuf
    /// Whether it is all of the buffer, at its own size, on all of the screen.
    package let isWhole: Bool

    package var buffer: any Buffer { element.source }

    /// What the numbers mean of a buffer whose brightness and colours lie apart; nil for others.
    package var encoding: YUVEncoding? {
        YUVFormat(code: dmabuf.layout.format).map { _ in YUVEncoding(usualFor: buffer.size) }
    }

    /// Takes the viewer's picture to the buffer.
    package var transform: Transform { element.transform }

    /// The part of the upright picture that is shown, in its own pixels.
    package var crop: SourceBox { element.crop }

    /// Where that is shown, stretched to fit.
    package var destination: Rect<OutputSpace> { element.destination.reinterpreted() }

    /// The layer that operations, from back to front, come to on a screen; throws why something has to be drawn.
    package init(of operations: [DrawOperation], on screen: Size<OutputSpace>) throws(LayerRefusal) {
        let screen = screen.bounds.reinterpreted(as: ContentSpace.self)
        guard let index = operations.lastIndex(where: { $0.isSeen(on: screen) }) else { throw .partial }
        let below = operations[..<index]
        // Were it not for what is in front, a client that fills the screen might do.
        let inTheWay: LayerRefusal = below.contains { $0.covers(screen) } ? .behindPicture : .partial
        guard case .draw(let front) = operations[index] else { throw inTheWay }
        let layer = front.destination.intersection(screen)
        let around = Region(screen).subtracting(Region(layer))
        guard below.isBlack(in: around) else { throw inTheWay }
        guard let dmabuf = front.source.dmabuf else { throw around.isEmpty ? .memory : .partial }
        let isOpaque = !front.source.format.hasAlpha || Region(layer).subtracting(front.opaque).isEmpty
        guard isOpaque, front.cornerRadius == 0 else { throw .partial }
        element = front.cut(to: layer)
        self.dmabuf = dmabuf
        let upright: Size<BufferSpace> = front.transform.inverse.apply(to: front.source.size)
        isWhole = layer == screen && element.crop == SourceBox(whole: upright) && upright == screen.size.reinterpreted()
    }

    /// Whether both show the same buffer in the same way; what is drawn in it may differ.
    package func isSame(as other: ContentLayer?) -> Bool {
        other.map {
            buffer === $0.buffer && transform == $0.transform && crop == $0.crop && destination == $0.destination
        } ?? false
    }
}

extension DrawOperation {
    /// Whether it draws something on the screen that can be seen.
    fileprivate func isSeen(on screen: Rect<ContentSpace>) -> Bool {
        switch self {
        case .fill: true
        case .disc(let disc): !disc.bounds.intersection(screen).isEmpty
        case .draw(let element): !element.destination.intersection(screen).isEmpty && element.solid != .transparent
        }
    }

    fileprivate func covers(_ screen: Rect<ContentSpace>) -> Bool {
        if case .draw(let element) = self { element.destination.contains(screen) } else { false }
    }
}

extension ArraySlice<DrawOperation> {
    /// Whether what these draw in a region, from back to front, is black.
    fileprivate func isBlack(in region: Region<ContentSpace>) -> Bool {
        var rest = region
        for operation in reversed() where !rest.isEmpty {
            switch operation {
            case .fill(let color): return color == .black
            case .disc(let disc): if !rest.intersection(disc.bounds).isEmpty { return false }
            case .draw(let element):
                if rest.intersection(element.destination).isEmpty || element.solid == .transparent { continue }
                guard element.solid == .black, element.cornerRadius == 0 else { return false }
                rest.subtract(Region(element.destination))
            }
        }
        return rest.isEmpty
    }
}

extension SceneElement {
    /// What a picture of one pixel comes to, with which clients surround theirs.
    fileprivate enum Solid {
        case black
        case transparent
    }

    /// Nil for all else, other colours included.
    fileprivate var solid: Solid? {
        guard source.size == Size(width: 1, height: 1), source.stride >= 4, !source.format.isDeep else { return nil }
        var pixel: UInt32 = 0
        guard source.withPixels({ pixel = $0.loadUnaligned(as: UInt32.self) }) else { return nil }
        if !source.format.hasAlpha { pixel |= 0xff00_0000 }
        return pixel == 0xff00_0000 ? .black : pixel == 0 ? .transparent : nil
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
