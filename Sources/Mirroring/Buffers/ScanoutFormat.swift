/// The layout of the pixels that a display scans out, of each depth the best first; named as in DRM, little-endian.
package enum ScanoutFormat: Hashable, Sendable, CaseIterable {
    /// The one that renderers draw in; pictures are converted to all others of eight bits a colour.
    case xrgb8888
    case argb8888
    case xbgr8888
    case abgr8888
    /// Three bytes a pixel, red first in memory.
    case bgr888
    /// Two bytes a pixel, dithered.
    case rgb565
    /// The one that renderers draw frames with ten bits a colour in; pictures are converted to the other.
    case xrgb2101010
    case xbgr2101010

    /// Whether a colour has ten bits.
    package var isDeep: Bool { self == .xrgb2101010 || self == .xbgr2101010 }

    /// Whether renderers draw in it, frames of its depth.
    package var isDrawn: Bool { self == .xrgb8888 || self == .xrgb2101010 }

    package var bitsPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888, .xbgr8888, .abgr8888, .xrgb2101010, .xbgr2101010: 32
        case .bgr888: 24
        case .rgb565: 16
        }
    }

    /// The code of the DRM format.
    package var code: UInt32 {
        switch self {
        case .xrgb8888: PixelFormat.xrgb8888.code
        case .argb8888: PixelFormat.argb8888.code
        case .xbgr8888: PixelFormat.xbgr8888.code
        case .abgr8888: PixelFormat.abgr8888.code
        case .bgr888: PixelFormat.code("BG24")
        case .rgb565: PixelFormat.code("RG16")
        case .xrgb2101010: PixelFormat.xrgb2101010.code
        case .xbgr2101010: PixelFormat.xbgr2101010.code
        }
    }
}
