import Mirroring
import WaylandBinding

/// The dmabuf formats that the processor can read.
///
/// Only the linear modifier is supported: other layouts, the implicit modifier included, are known to the graphics card
/// alone.
enum DMABufFormat {
    /// DRM_FORMAT_MOD_LINEAR of libdrm's drm_fourcc.h.
    static let linear: UInt64 = 0

    /// The formats offered with the linear modifier, by DRM code, in the order of the format table.
    static let offered: [(code: UInt32, format: PixelFormat)] = [
        (code("XR24"), .xrgb8888), (code("AR24"), .argb8888), (code("XB24"), .xbgr8888), (code("AB24"), .abgr8888),
    ]

    /// The format of a DRM code; nil if it is not offered.
    static func format(_ code: UInt32) -> PixelFormat? {
        offered.first { $0.code == code }?.format
    }

    /// The feedback's format table: 16 bytes per entry, which are the format code, four bytes of padding and the
    /// modifier.
    static var table: [UInt8] {
        offered.flatMap { code, _ in
            WireArray.bytes(of: [code, 0]) + WireArray.bytes(of: [linear])
        }
    }

    /// A DRM code from its four letters, packed as libdrm does, the first lowest.
    private static func code(_ letters: StaticString) -> UInt32 {
        (0..<letters.utf8CodeUnitCount).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << (8 * $1) }
    }
}
