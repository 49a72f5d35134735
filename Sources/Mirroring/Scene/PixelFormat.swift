/// How the four bytes of a pixel are read; both are little-endian 32-bit words, as DRM names them.
package enum PixelFormat: Hashable, Sendable {
    /// Alpha, red, green, blue, with the colours multiplied by alpha.
    case argb8888
    /// Unused, red, green, blue.
    case xrgb8888
    /// Alpha, blue, green, red, with the colours multiplied by alpha.
    case abgr8888
    /// Unused, blue, green, red.
    case xbgr8888

    package var hasAlpha: Bool { self == .argb8888 || self == .abgr8888 }
}
