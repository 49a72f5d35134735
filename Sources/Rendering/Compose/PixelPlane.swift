import Geometry
import Mirroring

/// XRGB pixels in memory that are drawn on, in rows from the top left corner.
struct PixelPlane {
    let first: UnsafeMutableRawPointer
    /// Bytes from the start of one row to the start of the next.
    let stride: Int
    let size: Size<OutputSpace>

    /// All of a picture.
    init(_ picture: MemoryBuffer) {
        self.init(first: picture.bytes, stride: picture.stride, size: picture.size.reinterpreted())
    }

    init(first: UnsafeMutableRawPointer, stride: Int, size: Size<OutputSpace>) {
        self.first = first
        self.stride = stride
        self.size = size
    }

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (first + y * stride).assumingMemoryBound(to: UInt32.self)
    }
}
