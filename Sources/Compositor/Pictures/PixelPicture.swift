import Geometry
import Mirroring

extension MemoryImage {
    /// A picture with an alpha channel: `pixel` returns the premultiplied pixel of a column and a row.
    convenience init(size: Size<BufferSpace>, pixel: (Int, Int) -> UInt32) {
        self.init(
            size: size, format: .argb8888,
            pixels: (0..<size.height).flatMap { y in (0..<size.width).map { x in pixel(x, y) } })
    }
}
