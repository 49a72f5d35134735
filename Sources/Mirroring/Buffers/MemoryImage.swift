package import Geometry

/// Pixels of ours that never change.
package final class MemoryImage: Buffer {
    package let size: Size<BufferSpace>
    package let format: PixelFormat
    package var stride: Int { size.width * 4 }
    private let pixels: [UInt32]

    /// `pixels` are little-endian words in `format`, row by row; missing ones are zero.
    package init(size: Size<BufferSpace>, format: PixelFormat, pixels: [UInt32]) {
        self.size = size
        self.format = format
        let missing = max(0, size.area - pixels.count)
        self.pixels = pixels + Array(repeating: 0, count: missing)
    }

    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        pixels.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, !size.isEmpty else { return false }
            body(first)
            return true
        }
    }
}
