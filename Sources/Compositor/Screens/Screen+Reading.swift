import Geometry
import Mirroring

extension Screen {
    /// Calls `body` with the frame as the user sees it, with eight bits of each colour.
    ///
    /// During the call the frame includes what planes show: the layers in `below`, such as a snapshot and what lies
    /// above it, and the cursor unless `cursor` is false. Nil without memory for the frame.
    func withLayers<Result>(
        _ renderer: any RendererPort, below: [(element: SceneElement, place: Rect<OutputSpace>)] = [],
        cursor hasCursor: Bool = true, _ body: (any Buffer) -> Result
    ) -> Result? {
        guard let frame = renderer.read(target) else { return nil }
        let cursor = (hasCursor ? layers.cursor.layer : nil).flatMap { cursor in
            let place = cursor.destination.intersection(size.bounds)
            return place.isEmpty ? nil : (element: cursor.element.cut(to: place.reinterpreted()), place: place)
        }
        let layers = below + [cursor].compactMap(\.self)
        if frame.format.isDeep {
            return copy(below: layers.map(\.element), renderer).map(body)
        }
        guard !layers.isEmpty, let memory = target.memory else { return body(frame) }
        var covered: [(pixels: [UInt32], place: Rect<OutputSpace>)] = []
        for layer in layers {
            covered.append((memory.pixels(in: layer.place), layer.place))
            let pass = RenderPass(
                target: memory, damage: Region(layer.place), elements: [layer.element])
            renderer.submit([pass])
        }
        defer { for old in covered.reversed() { memory.restore(old.pixels, in: old.place) } }
        return body(frame)
    }

    /// A copy of the frame and what is above it, with eight bits of each colour.
    private func copy(below layers: [SceneElement], _ renderer: any RendererPort) -> MemoryBuffer? {
        let frame = FrameSource(target, elements: [])
        return renderer.picture(of: [SceneElement(frame, at: size.bounds)] + layers, size: size)
    }
}

extension MemoryBuffer {
    fileprivate func pixels(in rect: Rect<OutputSpace>) -> [UInt32] {
        (rect.y..<rect.maxY).flatMap { UnsafeBufferPointer(start: row($0) + rect.x, count: rect.width) }
    }

    fileprivate func restore(_ pixels: [UInt32], in rect: Rect<OutputSpace>) {
        pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 0..<rect.height {
                (row(rect.y + y) + rect.x).update(from: first + y * rect.width, count: rect.width)
            }
        }
    }
}
