/// The channel order of a pixel: a little-endian 32-bit word, named as in DRM.
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
