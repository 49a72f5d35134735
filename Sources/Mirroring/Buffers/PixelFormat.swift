/// The channel order of a pixel in a little-endian 32-bit word, named as in DRM.
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

    /// The code of a DRM format's four letters.
    static func code(_ letters: StaticString) -> UInt32 {
        (0..<letters.utf8CodeUnitCount).reduce(0) { $0 | UInt32(letters.utf8Start[$1]) << (8 * $1) }
    }
}

/// The layout of pixels that a display scans out, named as in DRM, little-endian.
///
/// The cases of each depth are in order of preference.
package enum ScanoutFormat: Hashable, Sendable, CaseIterable {
    /// The format that renderers draw in; pictures are converted to the other formats with eight bits a colour.
    case xrgb8888
    case argb8888
    case xbgr8888
    case abgr8888
    /// Three bytes a pixel, red first in memory.
    case bgr888
    /// Two bytes a pixel, dithered.
    case rgb565
    /// The format that renderers draw deep frames in; these are converted to the other deep format.
    case xrgb2101010
    case xbgr2101010

    /// Whether a colour has ten bits.
    package var isDeep: Bool { self == .xrgb2101010 || self == .xbgr2101010 }

    /// Whether renderers draw frames of this depth in this format.
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

/// Conversion of pixels to ten bits a colour.
package enum DeepPixel {
    /// The XRGB word with ten bits a colour for an XRGB word with eight.
    ///
    /// Black stays black and white stays white. Converting the word back to eight bits gives the original.
    package static func widened(_ pixel: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let value = pixel >> shift & 255
            return value << 2 | value >> 6
        }
        return channel(16) << 20 | channel(8) << 10 | channel(0)
    }
}

extension Color {
    /// The XRGB word of the colour, with ten bits a colour if `isDeep`.
    package func word(isDeep: Bool) -> UInt32 { isDeep ? DeepPixel.widened(xrgb) : xrgb }
}

/// The bits of each colour in a display's drawn frames.
package struct FrameDepth: Hashable, Sendable {
    package var bits: ColorDepth
    /// Why the bits are fewer than wanted, or nil if they are not.
    package var refusal: DepthRefusal?

    package init(_ bits: ColorDepth = .eight, refusal: DepthRefusal? = nil) {
        self.bits = bits
        self.refusal = refusal
    }
}

/// Why frames have eight bits a colour although ten are wanted; the raw value is the text in `status`.
package enum DepthRefusal: String, Hashable, Sendable, CaseIterable {
    case plane = "its plane shows no format with ten bits of each colour"
    case graphics = "the graphics device draws no frames with ten bits of each colour for it"
    case hardware = "the hardware refused frames with ten bits of each colour"
}

/// The `bits` of each colour, and the `reason` why they are fewer than wanted, or null.
extension FrameDepth: Codable {
    private enum CodingKeys: String, CodingKey {
        case bits
        case refusal = "reason"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bits: ColorDepth = try container.decode(Int.self, forKey: .bits) > ColorDepth.eight.rawValue ? .ten : .eight
        let reason = try container.decodeIfPresent(String.self, forKey: .refusal)
        self.init(bits, refusal: reason.flatMap(DepthRefusal.init))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bits.rawValue, forKey: .bits)
        try container.encode(refusal?.rawValue, forKey: .refusal)
    }
}

/// Bits of each colour.
package enum ColorDepth: Int, Hashable, Sendable, CaseIterable {
    case eight = 8
    case ten = 10
}
