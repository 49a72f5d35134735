import Geometry
import Logging
import Mirroring
import Rendering

/// Measures a full 4K frame drawn into the memory of two displays with two buffers each: the bytes moved and the time.
enum DisplayFigures {
    private static let rounds = 41

    /// Adds the cost of the same frame with OpenGL ES on the processor, relative to the processor's own renderer.
    static func measureGLES(into figures: inout Figures) {
        let logger = Logger(label: "kagami.bench")
        guard let gles = try? GLESRenderer(.processor, fallback: PixmanRenderer(), logger: logger),
            let drawn = TwoDisplays(PixmanRenderer()), let shaded = TwoDisplays(gles)
        else { return }
        let count = 15
        let ratios = (-2..<count).compactMap { round -> Double? in
            let pixman = Stopwatch.elapsedMilliseconds { drawn.draw(round) }
            let gles = Stopwatch.elapsedMilliseconds { shaded.draw(round) }
            return round < 0 ? nil : gles / pixman
        }
        figures.add(
            "gles_software_frame_to_pixman", ratios.median, decimals: 1,
            "the same frame by OpenGL ES on the processor, in those of pixman; graphics hardware is not measured")
        figures.add(
            "gles_snapshot_taps", shaded.snapshotTaps, decimals: 0,
            "texture reads for a pixel of the snapshot (one for each source pixel: 9)")
        figures.add(
            "gles_processor_bytes_per_frame",
            Double(shaded.processorBytes) / Double((count + 2) * shaded.externalBytes),
            decimals: 2, "uploaded for it and read back, in the external's bytes; 0 where displays show graphics memory"
        )
    }

    static func measure(into figures: inout Figures) {
        guard let displays = TwoDisplays(PixmanRenderer(threads: 1)) else { return }
        var ratios: [Double] = []
        for round in -2..<rounds {
            let copy = Stopwatch.milliseconds { displays.copy(round) }
            let frame = Stopwatch.milliseconds { displays.draw(round) }
            // The first rounds touch the memory for the first time.
            if round >= 0 { ratios.append(frame / copy) }
        }
        figures.add(
            "bytes_moved_per_frame", displays.bytesMoved / Double((rounds + 2) * displays.externalBytes), decimals: 2,
            "read and written for both displays, in the external's bytes (target: at most 2.2)")
        figures.add(
            "display_frame_to_memcpy", ratios.median, decimals: 2,
            "the same frame's time, in copies; the displays' memory is ordinary here")
    }
}

/// A 4K external and a panel that shows it, with a full-screen client that changes in each frame.
private final class TwoDisplays {
    private let renderer: any RendererPort
    private let external: DisplayScreen
    private let panel: DisplayScreen
    private let frame: Rect<OutputSpace>
    private let clients: [MemoryImage]
    private let pictures: [MemoryBuffer]

    /// Nil if memory is lacking.
    init?(_ renderer: any RendererPort) {
        let size: Size<OutputSpace> = TestScreen.size.reinterpreted()
        guard let external = DisplayScreen(size), let panel = DisplayScreen(Size(width: 1280, height: 800)) else {
            return nil
        }
        let pictures = (0..<2).compactMap { _ in MemoryBuffer(size: size.reinterpreted()) }
        guard pictures.count == 2 else { return nil }
        self.external = external
        self.panel = panel
        self.pictures = pictures
        self.renderer = renderer
        frame = PanelViewport(panel: panel.target.size.reinterpreted(), external: size.reinterpreted()).frame
            .reinterpreted()
        let client = TestScreen.picture()
        clients = [client, client.copy(), client.copy()]
    }

    var externalBytes: Int { external.target.size.area * 4 }
    var bytesMoved: Double { Double(renderer.traffic.total) }

    /// The bytes that the processor copies for a graphics device.
    var processorBytes: Int {
        [MemoryTraffic.Path.uploaded, .readBack].reduce(0) { $0 + renderer.traffic[$1].written }
    }

    func copy(_ round: Int) {
        let from = pictures[round & 1], to = pictures[round & 1 ^ 1]
        to.bytes.copyMemory(from: from.bytes, byteCount: externalBytes)
    }

    /// The texture reads of OpenGL ES for a pixel of the panel.
    var snapshotTaps: Double {
        Double(GLESRenderer.taps(for: SceneElement(FrameSource(external.target, elements: []), at: frame)))
    }

    /// Draws a frame for both displays and shows it.
    func draw(_ round: Int) {
        let client = clients[(round + 3) % 3]
        let place: Rect<ContentSpace> = external.target.size.bounds.reinterpreted()
        let scene = [SceneElement.fill(.black), SceneElement(whole: client, at: place, opaque: Region(place))]
        let snapshot = SceneElement(FrameSource(external.target, elements: scene), at: frame)
        renderer.submit([external.pass(scene), panel.pass([.fill(.black), snapshot])])
        external.flip()
        panel.flip()
    }
}

/// An output whose display has two buffers.
private struct DisplayScreen {
    let target: RenderTarget
    private let chain: Swapchain<BenchAllocator>

    /// Nil if memory is lacking.
    init?(_ size: Size<OutputSpace>) {
        guard let chain = try? Swapchain(BenchAllocator(size: size)), let (buffer, age) = chain.acquire(),
            let target = RenderTarget(size: size, .scanout(buffer, transform: .normal, age: age))
        else { return nil }
        self.chain = chain
        self.target = target
    }

    /// Draws all of the next frame.
    func pass(_ elements: [SceneElement]) -> RenderPass {
        if let (buffer, age) = chain.acquire() { _ = target.use(.scanout(buffer, transform: .normal, age: age)) }
        target.begin(Region(target.size.bounds))
        return RenderPass(target: target, damage: Region(target.size.bounds), elements: elements)
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
        guard let picture = MemoryBuffer(size: size.reinterpreted()) else { throw OutOfMemory() }
        return BenchScanout(picture)
    }
}

/// Ordinary memory in place of a display's.
private final class BenchScanout: ScanoutBuffer {
    private let picture: MemoryBuffer

    init(_ picture: MemoryBuffer) {
        self.picture = picture
    }

    var size: Size<BufferSpace> { picture.size }
    var stride: Int { picture.stride }
    var scanoutFormat: ScanoutFormat { .xrgb8888 }

    func beginAccess() -> UnsafeMutableRawPointer? { picture.bytes }

    func endAccess() {}
}
