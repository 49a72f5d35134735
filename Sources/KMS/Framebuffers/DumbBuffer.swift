import CDRM
import Geometry
import Glibc
import Mirroring

/// A dumb buffer: a framebuffer that the display scans out and the processor writes.
///
/// The buffer stays mapped as long as it lives.
final class DumbBuffer: ScanoutBuffer {
    let size: Size<BufferSpace>
    let stride: Int
    let scanoutFormat: ScanoutFormat
    let framebuffer: UInt32

    /// The framebuffer of the same memory with an alpha channel; 0 until the first call of `framebufferWithAlpha`.
    private var alphaFramebuffer: UInt32 = 0
    private let pixels: UnsafeMutableRawPointer
    private let file: DRMFile
    private let handle: UInt32
    private let length: Int

    /// A black framebuffer; in formats with alpha, a transparent one.
    init(file: DRMFile, size: Size<ScanoutSpace>, format: ScanoutFormat) throws(KMSError) {
        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        // Rows of whole 32-bit words, whatever the format.
        let allocatedWidth = UInt32(clamping: (size.width + 3) & ~3)
        var (handle, pitch, length, offset): (UInt32, UInt32, UInt64, UInt64) = (0, 0, 0, 0)
        let descriptor = file.descriptor
        let result = drmModeCreateDumbBuffer(
            descriptor, allocatedWidth, height, UInt32(format.bitsPerPixel), 0, &handle, &pitch, &length)
        if result != 0 { throw KMSError(.createBuffer, device: file.path, errorNumber: -result) }
        var framebuffer: UInt32 = 0
        var (handles, pitches, offsets): ([UInt32], [UInt32], [UInt32]) = (
            [handle, 0, 0, 0], [pitch, 0, 0, 0], [0, 0, 0, 0]
        )
        var failure = drmModeAddFB2(
            descriptor, width, height, format.code, &handles, &pitches, &offsets, &framebuffer, 0)
        if failure == 0 { failure = drmModeMapDumbBuffer(descriptor, handle, &offset) }
        let mapping =
            failure == 0
            ? mmap(nil, Int(clamping: length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int(clamping: offset))
            : MAP_FAILED
        guard let mapping, mapping != MAP_FAILED else {
            let number = failure == 0 ? errno : -failure
            if framebuffer != 0 { drmModeRmFB(descriptor, framebuffer) }
            drmModeDestroyDumbBuffer(descriptor, handle)
            throw KMSError(.createBuffer, device: file.path, errorNumber: number)
        }
        memset(mapping, 0, Int(clamping: length))
        self.file = file
        self.handle = handle
        self.length = Int(clamping: length)
        self.framebuffer = framebuffer
        scanoutFormat = format
        self.size = size.reinterpreted()
        stride = Int(pitch)
        pixels = mapping
    }

    /// A framebuffer of the same memory whose alpha channel is the byte that the buffer's own format ignores.
    func framebufferWithAlpha() throws(KMSError) -> UInt32 {
        if alphaFramebuffer != 0 { return alphaFramebuffer }
        var (handles, pitches, offsets): ([UInt32], [UInt32], [UInt32]) = (
            [handle, 0, 0, 0], [UInt32(clamping: stride), 0, 0, 0], [0, 0, 0, 0]
        )
        let result = drmModeAddFB2(
            file.descriptor, UInt32(clamping: size.width), UInt32(clamping: size.height), ScanoutFormat.argb8888.code,
            &handles, &pitches, &offsets, &alphaFramebuffer, 0)
        if result != 0 { throw KMSError(.createBuffer, device: file.path, errorNumber: -result) }
        return alphaFramebuffer
    }

    func beginAccess() -> UnsafeMutableRawPointer? { pixels }

    func endAccess() {}

    deinit {
        munmap(pixels, length)
        guard file.isOpen else { return }
        for id in [framebuffer, alphaFramebuffer] where id != 0 { drmModeRmFB(file.descriptor, id) }
        drmModeDestroyDumbBuffer(file.descriptor, handle)
    }
}
