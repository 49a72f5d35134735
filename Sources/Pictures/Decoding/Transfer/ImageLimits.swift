/// What a file is decoded for.
package enum ImageUse: Sendable {
    /// A PNG or JPEG file, at its own size.
    case picture
    /// An SVG file, at the size of an icon.
    case icon
}

/// Limits on untrusted pictures.
package enum ImageLimits {
    /// The most bytes of the file.
    package static let fileBytes = 32 << 20
    /// The longest side in pixels.
    package static let side = 8192
    /// The most pixels in all.
    package static let pixels = 8192 * 4096
    /// The most pixels kept, as many as a 4K screen has. A larger picture is scaled down while it is decoded.
    package static let keptPixels = 3840 * 2160
    /// The longest side that an icon is drawn with, in pixels: tiles of menus show no larger ones.
    static let iconSide = 256
    /// The most bytes of an icon's file.
    static let iconBytes = 1 << 19
    /// The most pictures waiting to be decoded.
    package static let waiting = 32

    /// The time limits for decoding: processor time, and wall-clock time on a busy machine.
    static let processorSeconds: UInt32 = 5
    static let clockMicroseconds: Int64 = 20_000_000
    /// The memory limit in bytes: a progressive JPEG of `pixels` needs some 400 MB.
    static let memory = 768 << 20
}

/// Why a file cannot be used as a picture, as a message that follows its name.
package struct ImageFault: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }
}
