import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// `wp_single_pixel_buffer_manager_v1`: one-pixel buffers, to be scaled with a viewport.
final class SinglePixelBufferManager: WpSinglePixelBufferManagerV1Requests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        let manager = SinglePixelBufferManager()
        return try Global<WpSinglePixelBufferManagerV1>(content.display, version: 1) { _ in manager }
    }

    func createU32RgbaBuffer(
        _ resource: Resource<WpSinglePixelBufferManagerV1>, id: NewResource<WlBuffer>, r: UInt32, g: UInt32,
        b: UInt32, a: UInt32
    ) {
        let buffer = id.createInert()
        guard buffer.isAlive else { return }
        // The channels span all 32 bits; the upper eight are kept. Colours are premultiplied.
        let pixel = (a >> 24) << 24 | (r >> 24) << 16 | (g >> 24) << 8 | b >> 24
        let size = Size<BufferSpace>(width: 1, height: 1)
        _ = ClientBuffer(buffer, pixels: MemoryImage(size: size, format: .argb8888, pixels: [pixel]))
    }
}
