import Mirroring
import WaylandBinding

/// The dmabuf formats that the processor can read.
///
/// Only the linear modifier is supported: other layouts, the implicit modifier included, are known to the graphics card
/// alone.
enum DMABufFormat {
    /// The formats offered with the linear modifier, in the order of the format table.
    ///
    /// None has ten bits of a colour, for the reason that `ShmPixels` gives.
    static let offered: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .abgr8888]

    /// The format of a DRM code; nil if it is not offered.
    static func format(_ code: UInt32) -> PixelFormat? {
        offered.first { $0.code == code }
    }

    /// The feedback's format table: 16 bytes per entry, which are the format code, four bytes of padding and the
    /// modifier.
    static var table: [UInt8] {
        offered.flatMap { format in
            WireArray.bytes(of: [format.code, 0]) + WireArray.bytes(of: [PixelLayout.linear])
        }
    }
}
