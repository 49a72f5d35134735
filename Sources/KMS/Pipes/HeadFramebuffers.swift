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

    init(
        file: DRMFile, mode: Mode, timing: drmModeModeInfo, transform: Transform, format: ScanoutFormat,
        graphics: GraphicsMemory?
    ) throws(KMSError) {
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
        guard let (buffer, age) = chain.acquire() else { return nil }
        return .scanout(buffer, transform: transform, age: age)
    }

    /// Nanoseconds from one refresh to the next, or 0 when unknown.
    var refreshNanoseconds: Int {
        mode.refreshMilliHertz > 0 ? 1_000_000_000_000 / mode.refreshMilliHertz : 0
    }
}
