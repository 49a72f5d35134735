import CWayland
import Geometry
import Mirroring
import WaylandBinding

/// A client's `wl_shm` buffer that a picture is copied into.
struct ShmTarget {
    private let buffer: Resource<WlBuffer>
    private let size: Size<ContentSpace>

    /// Nil unless the buffer is XRGB of exactly this size, without row padding.
    init?(_ buffer: Resource<WlBuffer>, size: Size<ContentSpace>) {
        self.buffer = buffer
        self.size = size
        guard let shm = Self.shm(buffer), wl_shm_buffer_get_format(shm) == WlShm.Format.xrgb8888.rawValue,
            Int(wl_shm_buffer_get_width(shm)) == size.width, Int(wl_shm_buffer_get_height(shm)) == size.height,
            Int(wl_shm_buffer_get_stride(shm)) == size.width * 4
        else { return nil }
    }

    /// Copies a region of this size, which lies within the picture; false when the buffer is gone.
    ///
    /// A client that truncates its memory meanwhile gets a protocol error.
    func fill(from picture: any Buffer, region: Rect<ContentSpace>) -> Bool {
        guard let shm = Self.shm(buffer) else { return false }
        wl_shm_buffer_begin_access(shm)
        defer { wl_shm_buffer_end_access(shm) }
        guard let target = wl_shm_buffer_get_data(shm) else { return false }
        let row = size.width * 4
        return picture.withPixels { pixels in
            let first = pixels + region.y * picture.stride + region.x * 4
            for y in 0..<size.height {
                (target + y * row).copyMemory(from: first + y * picture.stride, byteCount: row)
            }
        }
    }

    private static func shm(_ buffer: Resource<WlBuffer>) -> OpaquePointer? {
        buffer.handle.flatMap { wl_shm_buffer_get($0) }
    }
}
