import CDRM
import Geometry
import Mirroring

/// The mode of a head and the framebuffers of that size.
struct HeadFramebuffers {
    let mode: Mode
    let timing: drmModeModeInfo
    let modeBlob: PropertyBlob
    /// Takes the viewer's picture to the framebuffers.
    let transform: Transform
    let format: ScanoutFormat
    let chain: Swapchain<HeadAllocator>
    private let file: DRMFile

    init(
        file: DRMFile, mode: Mode, timing: drmModeModeInfo, transform: Transform, format: ScanoutFormat,
        graphics: GraphicsMemory?
    ) throws(KMSError) {
        self.file = file
        self.mode = mode
        self.timing = timing
        self.transform = transform
        self.format = format
        modeBlob = try PropertyBlob(file: file, [timing])
        chain = try Swapchain(
            HeadAllocator(file: file, size: mode.size, format: format, graphics: graphics))
    }

    /// The framebuffer for the next frame; nil while other displays show all that are free.
    func acquire() -> OutputBuffer? {
        guard var next = chain.acquire() else { return nil }
        // Memory of a device that draws no more is slow to fill by the processor, if that can at all.
        if next.buffer.graphics?.isLost == true,
            let dumb = try? HeadAllocator(file: file, size: mode.size, format: format, graphics: nil).allocate()
        {
            chain.replaceAcquired(with: dumb)
            guard let replaced = chain.acquire() else { return nil }
            next = replaced
        }
        return .scanout(next.buffer, transform: transform, age: next.age)
    }

    /// Nanoseconds from one refresh to the next, or 0 when unknown.
    var refreshNanoseconds: Int {
        mode.refreshMilliHertz > 0 ? 1_000_000_000_000 / mode.refreshMilliHertz : 0
    }
}

/// The bits of each colour on the way to a display.
struct HeadDepth {
    /// What the cable carries at most.
    let cable: ColorDepth
    let frames: FrameDepth
}
