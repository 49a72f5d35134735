package import Geometry

#if canImport(Glibc)
    import Glibc
#endif

/// Pixels in ordinary cached memory of ours, to be drawn in: 32-bit little-endian words in rows without padding beyond
/// the alignment of the stride to 64 bytes.
///
/// Display memory is often write-combined and slow to read, so pictures are made here and copied out.
package final class MemoryBuffer: Buffer {
    /// The most pixels along each axis.
    package static let maximumSide = 32_768

    package let size: Size<BufferSpace>
    package let stride: Int
    package let format: PixelFormat
    package let bytes: UnsafeMutableRawPointer

    /// All zero, black or clear; nil when the size is empty or there is no memory for it.
    package init?(size: Size<BufferSpace>, format: PixelFormat = .xrgb8888) {
        guard !size.isEmpty, size.width <= Self.maximumSide, size.height <= Self.maximumSide else { return nil }
        stride = Self.stride(of: size.width)
        let mapping = mmap(
            nil, stride * size.height, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapping, mapping != MAP_FAILED else { return nil }
        self.size = size
        self.format = format
        bytes = mapping
    }

    /// A copy; nil where the other's pixels are gone or there is no memory for it.
    package convenience init?(copying other: any Buffer) {
        self.init(size: other.size, format: other.format)
        let isThere = other.withPixels { first in
            for y in 0..<size.height {
                row(y).update(
                    from: (first + y * other.stride).assumingMemoryBound(to: UInt32.self), count: size.width)
            }
        }
        guard isThere else { return nil }
    }

    /// Bytes from one row to the next of a picture of this width.
    package static func stride(of width: Int) -> Int { (width * 4 + 63) & ~63 }

    deinit {
        munmap(bytes, stride * size.height)
    }

    package func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
    }

    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        body(UnsafeRawPointer(bytes))
        return true
    }
}

/// A part of another buffer, whose memory it shares.
package final class BufferPart: Buffer {
    package let size: Size<BufferSpace>
    private let whole: any Buffer
    /// Of the part's first pixel, in bytes.
    private let offset: Int

    /// Nil where the part is empty or reaches out of bounds.
    package init?(_ part: Rect<BufferSpace>, of whole: any Buffer) {
        guard !part.isEmpty, whole.size.bounds.contains(part) else { return nil }
        size = part.size
        offset = part.y * whole.stride + part.x * 4
        self.whole = whole
    }

    package var stride: Int { whole.stride }
    package var format: PixelFormat { whole.format }
    package var fence: (any BufferFence)? { whole.fence }
    package var use: AnyObject? { whole.use }

    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        whole.withPixels { body($0 + offset) }
    }

    package func holdBegan() {
        whole.holdBegan()
    }

    package func holdEnded() {
        whole.holdEnded()
    }
}
