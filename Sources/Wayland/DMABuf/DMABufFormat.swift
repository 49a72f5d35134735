import Mirroring

/// The layouts of dmabufs that the processor can read.
///
/// Only rows of pixels one after the other (the linear modifier): what else a graphics card may make of memory, an
/// implicit modifier included, it alone can tell.
enum DMABufFormat {
    /// DRM_FORMAT_MOD_LINEAR of libdrm's drm_fourcc.h.
    static let linear: UInt64 = 0

    /// The formats offered with the linear modifier, by their DRM codes, in the format table's order.
    static let offered: [(code: UInt32, format: PixelFormat)] = [
        (code("XR24"), .xrgb8888), (code("AR24"), .argb8888), (code("XB24"), .xbgr8888), (code("AB24"), .abgr8888),
    ]

    /// The format that a DRM code stands for, or nil for one that is not offered.
    static func format(_ code: UInt32) -> PixelFormat? {
        offered.first { $0.code == code }?.format
    }

    /// The table that feedback hands out: 16 bytes an entry, of which the format's code, four bytes of nothing, and
    /// the modifier.
    static var table: [UInt8] {
        offered.flatMap { code, _ in
            WireArray.bytes(of: [code, 0]) + WireArray.bytes(of: [linear])
        }
    }

    /// The four letters of a DRM code as libdrm packs them, the first lowest.
    private static func code(_ letters: StaticString) -> UInt32 {
        (0..<letters.utf8CodeUnitCount).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << (8 * $1) }
    }
}
