import CGBM
import Geometry
import Glibc
import Mirroring

/// Checks whether a driver honours the offset of imported memory.
///
/// virtio-gpu's driver (virgl) ignores the offset: all planes of a film in one buffer would be the first plane. No query tells, so the
/// check imports the second half of a buffer of two halves.
enum OffsetCheck {
    private static let size = Size<BufferSpace>(width: 64, height: 32)

    /// Returns whether the driver passes; also true if no buffer can be made for the check.
    static func passes(_ context: GraphicsContext, _ images: ImageFunctions) -> Bool {
        // A driver may refuse the import without an error of ours.
        defer { _ = context.end() }
        guard let device = context.device?.device,
            let buffer = gbm_bo_create(
                device, UInt32(size.width), UInt32(2 * size.height), PixelFormat.xrgb8888.code,
                GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_LINEAR.rawValue)
        else { return true }
        defer { gbm_bo_destroy(buffer) }
        guard fill(buffer) else { return true }
        let descriptor = gbm_bo_get_fd(buffer)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        let stride = Int(gbm_bo_get_stride(buffer))
        let half = DMABuf(
            layout: PixelLayout(format: PixelFormat.xrgb8888.code, modifier: gbm_bo_get_modifier(buffer)),
            planes: [DMABuf.Plane(descriptor: descriptor, offset: stride * size.height, stride: stride)])
        // A driver that refuses the import honours the offset.
        guard case .colors(let texture)? = images.picture(of: half, size: size, in: context),
            let pixels = MemoryBuffer(size: size),
            (try? texture.read(Region(size.bounds), to: pixels.bytes, stride: pixels.stride)) != nil
        else { return true }
        // Only the first half's colour proves that the offset was ignored.
        return pixels.row(0)[0] & 0xff_ffff != first
    }

    private static func fill(_ buffer: OpaquePointer) -> Bool {
        var (stride, mapping): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        guard
            let start = gbm_bo_map(
                buffer, 0, 0, UInt32(size.width), UInt32(2 * size.height), GBM_BO_TRANSFER_WRITE.rawValue, &stride,
                &mapping)
        else { return false }
        for y in 0..<2 * size.height {
            let row = (start + y * Int(stride)).assumingMemoryBound(to: UInt32.self)
            row.update(repeating: y < size.height ? first : second, count: size.width)
        }
        gbm_bo_unmap(buffer, mapping)
        return true
    }

    /// The colours of the halves, the same in either order of red and blue.
    private static let (first, second): (UInt32, UInt32) = (0x12_3412, 0xff_ffff)
}
