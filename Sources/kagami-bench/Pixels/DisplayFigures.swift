import Geometry
import Mirroring
import Rendering

/// The bytes moved and the time taken to draw a full 4K frame into display memory, both screens', two buffers each.
enum DisplayFigures {
    private static let rounds = 41

    static func measure(into figures: inout Figures) {
        let size: Size<OutputSpace> = TestScreen.size.reinterpreted()
        let client = TestScreen.picture()
        let clients = [client, client.copy(), client.copy()]
        guard let external = DisplayScreen(size), let panel = DisplayScreen(Size(width: 1280, height: 800)),
            let one = PixelBuffer(size: size), let other = PixelBuffer(size: size)
        else { return }
        let renderer = PixmanRenderer(threads: 1)
        let viewport = PanelViewport(panel: panel.target.size.reinterpreted(), external: size.reinterpreted())
        let bytes = size.area * 4
        var ratios: [Double] = []
        var moved = 0
        for round in -2..<rounds {
            let copy = Stopwatch.milliseconds {
                (round & 1 == 0 ? one : other).bytes.copyMemory(
                    from: (round & 1 == 0 ? other : one).bytes, byteCount: bytes)
            }
            let scene = [DrawOperation.fill(.black), .draw(whole(clients[(round + 3) % 3], size))]
            let snapshot = SceneElement(
                FrameSource(external.target, operations: scene), at: viewport.frame.reinterpreted())
            let before = renderer.traffic.total
            let frame = Stopwatch.milliseconds {
                renderer.submit([external.pass(scene), panel.pass([.fill(.black), .draw(snapshot)])])
            }
            external.flip()
            panel.flip()
            guard round >= 0 else { continue }
            ratios.append(frame / copy)
            moved = renderer.traffic.total - before
        }
        figures.add(
            "bytes_moved_per_frame", Double(moved) / Double(bytes), decimals: 2,
            "read and written for both displays, in the external's bytes (target: at most 2.2)")
        figures.add(
            "display_frame_to_memcpy", ratios.median, decimals: 2,
            "the same frame's time, in copies; the displays' memory is ordinary here")
    }

    private static func whole(_ client: MemoryImage, _ size: Size<OutputSpace>) -> SceneElement {
        let place: Rect<ContentSpace> = size.bounds.reinterpreted()
        return SceneElement(
            source: client, crop: SourceBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height)),
            transform: .normal, destination: place, opaque: Region(place))
    }
}

/// An output whose display has two buffers.
private struct DisplayScreen {
    let target: RenderTarget
    private let chain: Swapchain<BenchAllocator>

    /// Nil when out of memory.
    init?(_ size: Size<OutputSpace>) {
        guard let chain = try? Swapchain(BenchAllocator(size: size)), let (buffer, age) = try? chain.acquire(),
            let target = RenderTarget(size: size, .scanout(buffer, transform: .normal, age: age))
        else { return nil }
        self.chain = chain
        self.target = target
    }

    /// Draws all of the next frame.
    func pass(_ operations: [DrawOperation]) -> RenderPass {
        if let (buffer, age) = try? chain.acquire() {
            _ = target.use(.scanout(buffer, transform: .normal, age: age))
        }
        target.begin(Region(target.size.bounds))
        return RenderPass(target: target, damage: Region(target.size.bounds), operations: operations)
    }

    func flip() {
        _ = chain.drawn()
        chain.flipped()
    }
}

private struct BenchAllocator: Allocator {
    struct OutOfMemory: Error {}

    let size: Size<OutputSpace>

    func allocate() throws(OutOfMemory) -> BenchScanout {
        guard let picture = PixelBuffer(size: size) else { throw OutOfMemory() }
        return BenchScanout(picture)
    }
}

/// Ordinary memory in a display's place.
private final class BenchScanout: ScanoutBuffer {
    private let picture: PixelBuffer

    init(_ picture: PixelBuffer) {
        self.picture = picture
    }

    var size: Size<ScanoutSpace> { picture.size.reinterpreted() }
    var stride: Int { picture.stride }

    func beginAccess() -> UnsafeMutableRawPointer? { picture.bytes }

    func endAccess() {}
}
