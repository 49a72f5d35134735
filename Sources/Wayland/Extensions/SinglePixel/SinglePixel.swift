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
        if buffer.isAlive { _ = ClientBuffer(buffer, pixels: SinglePixel(red: r, green: g, blue: b, alpha: a)) }
    }
}

/// One pixel with premultiplied alpha.
private final class SinglePixel: Buffer {
    let size = Size<BufferSpace>(width: 1, height: 1)
    let stride = 4
    let format = PixelFormat.argb8888
    private let word: UInt32

    /// The channels span all 32 bits; the upper eight are kept.
    init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
        word = (alpha >> 24) << 24 | (red >> 24) << 16 | (green >> 24) << 8 | blue >> 24
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        withUnsafeBytes(of: word) { buffer in
            guard let first = buffer.baseAddress else { return false }
            body(first)
            return true
        }
    }
}
