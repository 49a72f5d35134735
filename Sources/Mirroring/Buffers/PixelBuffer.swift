package import Geometry

#if canImport(Glibc)
    import Glibc
#endif

/// One screen's picture in ordinary cached memory: 32-bit little-endian XRGB pixels, rows without padding
/// beyond the alignment of the stride to 64 bytes.
///
/// Display memory is often write-combined and slow to read, so pictures are made here and copied out.
package final class PixelBuffer {
    /// The most pixels of a picture along each axis.
    package static let maximumSide = 32_768

    package let size: Size<OutputSpace>
    /// Bytes from the start of one row to the start of the next.
    package let stride: Int
    package let bytes: UnsafeMutableRawPointer
    private let length: Int
    /// The picture whose memory this one shares; nil for memory of its own.
    private let whole: PixelBuffer?

    /// A black picture, or nil when the size is empty or there is no memory for it.
    package init?(size: Size<OutputSpace>) {
        guard !size.isEmpty, size.width <= Self.maximumSide, size.height <= Self.maximumSide else { return nil }
        stride = (size.width * 4 + 63) & ~63
        length = stride * size.height
        let mapping = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapping, mapping != MAP_FAILED else { return nil }
        self.size = size
        bytes = mapping
        whole = nil
    }

    /// A part of another picture, sharing its memory; nil where it is empty or reaches out of bounds.
    package init?(_ part: Rect<OutputSpace>, of whole: PixelBuffer) {
        guard !part.isEmpty, whole.size.bounds.contains(part) else { return nil }
        size = part.size
        stride = whole.stride
        length = 0
        bytes = whole.bytes + part.y * whole.stride + part.x * 4
        self.whole = whole
    }

    deinit {
        if whole == nil { munmap(bytes, length) }
    }

    package func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (bytes + y * stride).assumingMemoryBound(to: UInt32.self)
    }
}
