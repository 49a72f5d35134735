/// The layout of the pixels that a display scans out, the best first; named as in DRM, little-endian.
package enum ScanoutFormat: Hashable, Sendable, CaseIterable {
    /// The one that renderers draw in; pictures are converted to all others.
    case xrgb8888
    case argb8888
    case xbgr8888
    case abgr8888
    /// Three bytes a pixel, red first in memory.
    case bgr888
    /// Two bytes a pixel, dithered.
    case rgb565

    package var bitsPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888, .xbgr8888, .abgr8888: 32
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
        }
    }
}
