/// A file format for pictures of screens.
package enum PictureFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Compressed without loss.
    case png
    /// Not compressed: larger, and quicker to write and to read.
    case ppm
}
