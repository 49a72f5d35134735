import Geometry
import Mirroring

extension Screen {
    /// Calls `body` with the frame as the user sees it: a cursor that the display shows by itself is in it meanwhile.
    /// Nil without memory for it.
    func withCursor<Result>(_ renderer: any RendererPort, _ body: (any Buffer) -> Result) -> Result? {
        guard let frame = renderer.read(target) else { return nil }
        guard let element = cursor.layer?.element(within: size.bounds), let memory = target.memory else {
            return body(frame)
        }
        let place = element.destination.reinterpreted(as: OutputSpace.self)
        let below = memory.pixels(in: place)
        renderer.submit([RenderPass(target: memory, damage: Region(place), operations: [.draw(element)])])
        defer { memory.restore(below, in: place) }
        return body(frame)
    }
}

extension MemoryBuffer {
    fileprivate func pixels(in rect: Rect<OutputSpace>) -> [UInt32] {
        (rect.y..<rect.maxY).flatMap { UnsafeBufferPointer(start: row($0) + rect.x, count: rect.width) }
    }

    fileprivate func restore(_ pixels: [UInt32], in rect: Rect<OutputSpace>) {
        for y in 0..<rect.height {
            for x in 0..<rect.width { row(rect.y + y)[rect.x + x] = pixels[y * rect.width + x] }
        }
    }
}
