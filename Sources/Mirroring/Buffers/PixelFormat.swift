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

    /// The DRM code, four letters of which the first is lowest; its names end in the channels' order in memory.
    package var code: UInt32 {
        switch self {
        case .argb8888: Self.code("AR24")
        case .xrgb8888: Self.code("XR24")
        case .abgr8888: Self.code("AB24")
        case .xbgr8888: Self.code("XB24")
        }
    }

    private static func code(_ letters: StaticString) -> UInt32 {
        (0..<letters.utf8CodeUnitCount).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << (8 * $1) }
    }
}
