import Geometry
import Mirroring
import Rendering

/// A full-screen client on several externals in rotation, and a panel that shows one of them.
struct Screens {
    /// The service's renderer on one thread, whose time is measured.
    let renderer = PixmanRenderer(threads: 1)
    let externals: [MemoryBuffer]
    let panel: MemoryBuffer
    let viewport: PanelViewport
    private let clients: [MemoryImage]
    private let transform: Transform

    /// Nil if memory is lacking.
    init?(
        client: MemoryImage, transform: Transform = .normal, frames: PixelFormat = .xrgb8888, panel: Size<BufferSpace>
    ) {
        let size: Size<BufferSpace> = transform.inverse.apply(to: client.size)
        externals = (0..<3).compactMap { _ in MemoryBuffer(size: size, format: frames) }
        guard externals.count == 3, let panel = MemoryBuffer(size: panel) else { return nil }
        self.panel = panel
        self.transform = transform
        clients = [client, client.copy(), client.copy()]
        viewport = PanelViewport(panel: panel.size.reinterpreted(), external: size.reinterpreted())
        // The bench's snapshots show the client, whichever external they are taken from.
        for round in 0..<3 { renderer.submit([compose(round)]) }
    }

    /// A pass that draws all of the client.
    func compose(_ round: Int) -> RenderPass {
        let external = externals[index(round)], client = clients[index(round)]
        let upright: Size<BufferSpace> = transform.inverse.apply(to: client.size)
        let whole: Rect<ContentSpace> = external.size.bounds.reinterpreted()
        let element = SceneElement(
            source: client, crop: SourceBox(x: 0, y: 0, width: Double(upright.width), height: Double(upright.height)),
            transform: transform, destination: whole, opaque: client.format.hasAlpha ? Region() : Region(whole))
        return RenderPass(
            target: external, damage: Region(external.size.bounds.reinterpreted()),
            elements: [.fill(.black), element])
    }

    /// A pass that draws all of the panel.
    func mirror(_ round: Int, filter: ScaleFilter = .area) -> RenderPass {
        mirror(round, through: viewport, filter: filter)
    }

    /// A pass that draws all of the panel as a zoomed controller shows it.
    func mirror(_ round: Int, through view: PanelViewport) -> RenderPass {
        mirror(round, through: view, filter: view.filter())
    }

    private func mirror(_ round: Int, through view: PanelViewport, filter: ScaleFilter) -> RenderPass {
        let snapshot = SceneElement(externals[index(round)], at: view.frame.reinterpreted(), filter: filter)
        return RenderPass(
            target: panel, damage: Region(panel.size.bounds.reinterpreted()),
            elements: [.fill(.black), snapshot])
    }

    /// Copies an external's bytes.
    func copy(_ round: Int) {
        let (from, to) = (externals[index(round)], externals[index(round + 1)])
        to.bytes.copyMemory(from: from.bytes, byteCount: from.stride * from.size.height)
    }

    private func index(_ round: Int) -> Int { (round + 3) % 3 }
}

extension MemoryImage {
    /// The same pixels in memory of their own.
    func copy() -> MemoryImage {
        var pixels: [UInt32] = []
        _ = withPixels { first in
            pixels = Array(UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt32.self), count: size.area))
        }
        return MemoryImage(size: size, format: format, pixels: pixels)
    }
}
