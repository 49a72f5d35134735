/// The channel order of a pixel: a little-endian 32-bit word, named as in DRM.
package enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// Alpha, red, green, blue, with the colours multiplied by alpha.
    case argb8888
    /// Unused, red, green, blue.
    case xrgb8888
    /// Alpha, blue, green, red, with the colours multiplied by alpha.
    case abgr8888
    /// Unused, blue, green, red.
    case xbgr8888
    // The same orders with two bits of alpha and ten of each colour.
    case argb2101010
    case xrgb2101010
    case abgr2101010
    case xbgr2101010

    package var hasAlpha: Bool {
        switch self {
        case .argb8888, .abgr8888, .argb2101010, .abgr2101010: true
        case .xrgb8888, .xbgr8888, .xrgb2101010, .xbgr2101010: false
        }
    }

    /// Whether blue comes before red.
    package var isBlueFirst: Bool {
        switch self {
        case .abgr8888, .xbgr8888, .abgr2101010, .xbgr2101010: true
        case .argb8888, .xrgb8888, .argb2101010, .xrgb2101010: false
        }
    }

    /// Whether a colour has ten bits.
    package var isDeep: Bool {
        switch self {
        case .argb2101010, .xrgb2101010, .abgr2101010, .xbgr2101010: true
        case .argb8888, .xrgb8888, .abgr8888, .xbgr8888: false
        }
    }

    /// The code of the DRM format: four letters, the first in the lowest byte.
    package var code: UInt32 {
        switch self {
        case .argb8888: Self.code("AR24")
        case .xrgb8888: Self.code("XR24")
        case .abgr8888: Self.code("AB24")
        case .xbgr8888: Self.code("XB24")
        case .argb2101010: Self.code("AR30")
        case .xrgb2101010: Self.code("XR30")
        case .abgr2101010: Self.code("AB30")
        case .xbgr2101010: Self.code("XB30")
        }
    }

    /// The code that four letters stand for.
    static func code(_ letters: StaticString) -> UInt32 {
        (0..<letters.utf8CodeUnitCount).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << (8 * $1) }
    }
}
