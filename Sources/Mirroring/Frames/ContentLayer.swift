package import Geometry

/// A client's buffer that is the whole frame of an output, as a layer that the display may show by itself.
package struct ContentLayer {
    /// What draws the same frame: all of the buffer, opaque, on all of the screen.
    package let element: SceneElement
    /// The buffer's memory.
    package let dmabuf: DMABuf

    package var buffer: any Buffer { element.source }

    /// Takes the viewer's picture to the buffer.
    package var transform: Transform { element.transform }

    /// The layer that operations, from back to front, come to on a screen; throws why something has to be drawn.
    package init(of operations: [DrawOperation], on screen: Size<OutputSpace>) throws(LayerRefusal) {
        let screen = screen.bounds.reinterpreted(as: ContentSpace.self)
        var isCovered = false
        for operation in operations.reversed() {
            switch operation {
            case .fill: throw .partial
            case .disc(let disc): isCovered = isCovered || !disc.bounds.intersection(screen).isEmpty
            case .draw(let element):
                if element.destination.contains(screen) {
                    if isCovered { throw .behindPicture }
                    self = try ContentLayer(element, filling: screen)
                    return
                }
                isCovered = isCovered || !element.destination.intersection(screen).isEmpty
            }
        }
        throw .partial
    }

    private init(_ element: SceneElement, filling screen: Rect<ContentSpace>) throws(LayerRefusal) {
        guard let dmabuf = element.source.dmabuf else { throw .memory }
        let isOpaque = !element.source.format.hasAlpha || Region(screen).subtracting(element.opaque).isEmpty
        guard isOpaque, element.cornerRadius == 0 else { throw .partial }
        let upright: Size<BufferSpace> = element.transform.inverse.apply(to: element.source.size)
        guard element.destination == screen, element.crop == SourceBox(whole: upright) else { throw .clipped }
        guard upright == screen.size.reinterpreted() else { throw .scaled }
        self.element = element
        self.dmabuf = dmabuf
    }

    /// Whether both show the same buffer in the same way; what is drawn in it may differ.
    package func isSame(as other: ContentLayer?) -> Bool {
        other.map { buffer === $0.buffer && transform == $0.transform } ?? false
    }
}
