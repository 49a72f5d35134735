import CDRM
import Geometry
import Mirroring

/// The mode of a head and the framebuffers of that size.
struct HeadFramebuffers {
    let mode: Mode
    let modeBlob: PropertyBlob
    let chain: FramebufferChain<DumbBuffer>

    init(file: DRMFile, mode: Mode, timing: drmModeModeInfo, transform: Transform) throws(KMSError) {
        self.mode = mode
        modeBlob = try PropertyBlob(file: file, [timing])
        chain = try FramebufferChain(size: mode.size, transform: transform) { () throws(KMSError) in
            try DumbBuffer(file: file, size: mode.size)
        }
    }

    /// Nanoseconds from one refresh to the next, or 0 when unknown.
    var refreshNanoseconds: Int {
        mode.refreshMilliHertz > 0 ? 1_000_000_000_000 / mode.refreshMilliHertz : 0
    }
}
