package import Geometry

/// The icon that a window brings with it.
package struct WindowIcon: Hashable, Sendable {
    /// The longest side in pixels.
    package static let longestSide = 128

    package let size: Size<OutputSpace>
    /// The rows from the top, each pixel 0xAARRGGBB, with colours that are not multiplied by alpha.
    package let pixels: [UInt32]

    /// Nil for an empty or too large icon, and for another number of pixels than the size has.
    package init?(size: Size<OutputSpace>, pixels: [UInt32]) {
        guard !size.isEmpty, max(size.width, size.height) <= Self.longestSide, pixels.count == size.width * size.height
        else { return nil }
        (self.size, self.pixels) = (size, pixels)
    }
}
