package import Geometry

#if canImport(Glibc)
    import Glibc
#endif

/// Pixels somewhere: a client's shared memory or dmabuf, or memory of ours.
///
/// The object stands for the memory, not for what is drawn in it: a client draws in the same buffer again. Who keeps the
/// object keeps the memory, and who needs the pixels as they are keeps a `BufferHold`. The owner gets the buffer back when
/// the last hold is gone.
package protocol Buffer: AnyObject {
    var size: Size<BufferSpace> { get }
    /// Bytes from the start of one row to the start of the next.
    var stride: Int { get }
    var format: PixelFormat { get }

    /// The same memory as devices import it; nil where only the processor can read it.
    var dmabuf: DMABuf? { get }

    /// The same memory in planes that the processor can read, whose words `withPixels` converts; nil for all other memory.
    var planar: (any PlanarPixels)? { get }

    /// What the pixels are complete after; nil for pixels that always are.
    var fence: (any BufferFence)? { get }

    /// Whether there are pixels to read now: a client may have taken its memory away.
    var hasPixels: Bool { get }

    /// Gives the processor access: runs `body` with the first row's address, valid only within the call.
    ///
    /// Returns false, without running `body`, when the pixels are gone. Other threads may call it, too, while the loop's
    /// thread, within a call of its own, waits for them.
    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool

    /// What the owner has every hold that begins now keep, to hear from its end when they are gone; nil where the count of
    /// holds is all that it needs.
    var use: AnyObject? { get }

    /// Counts one more hold. Only `BufferHold` calls it.
    func holdBegan()

    /// Counts one hold less; with the last one the owner gets the buffer back. Only `BufferHold` calls it.
    func holdEnded()
}

extension Buffer {
    package var dmabuf: DMABuf? { nil }
    package var planar: (any PlanarPixels)? { nil }
    package var fence: (any BufferFence)? { nil }
    package var hasPixels: Bool { withPixels { _ in } }
    package var use: AnyObject? { nil }

    /// How the pixels lie in memory, as DRM says it.
    package var modifier: UInt64 { dmabuf?.layout.modifier ?? PixelLayout.linear }

    package func holdBegan() {}
    package func holdEnded() {}
}

/// One reader's hold on a buffer, as long as the object lives: the buffer's owner leaves the pixels as they are.
///
/// A dmabuf stays whole even if its client goes. A client's shared memory goes with the client, and `withPixels` then
/// answers false. Held on the service's thread only.
package final class BufferHold {
    package let buffer: any Buffer
    private let use: AnyObject?

    package convenience init(_ buffer: any Buffer) {
        self.init(buffer, use: buffer.use)
    }

    /// A hold of the buffer's owner, who knows which use it is for.
    package init(_ buffer: any Buffer, use: AnyObject?) {
        self.buffer = buffer
        self.use = use
        buffer.holdBegan()
    }

    deinit {
        buffer.holdEnded()
    }
}

/// The end of what a device still draws in a buffer.
package protocol BufferFence: AnyObject {
    /// True once the drawing is finished.
    var isDone: Bool { get }

    /// Calls `handler` once when `isDone` may have become true, as long as the result is kept; returns nil if there is
    /// no way to wait.
    func whenDone(_ handler: @escaping () -> Void) -> AnyObject?
}

/// The end of what a device has been given to draw, as a descriptor that displays wait for: a sync_file of the kernel's.
package final class DrawingFence {
    /// Open as long as the fence is kept.
    package let descriptor: CInt

    /// Takes over the descriptor.
    package init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}

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

/// A buffer that pictures can be copied into.
package protocol FillableBuffer: Buffer {
    /// Copies a part of a picture of its own size, which lies within the picture; false where nothing can be written.
    func fill(from picture: any Buffer, _ part: Rect<ContentSpace>) -> Bool
}

extension Buffer {
    /// Copies the rows of a part, which lies within the pixels, to memory; false where the pixels are gone.
    package func copy(_ part: Rect<ContentSpace>, to target: UnsafeMutableRawPointer, stride: Int) -> Bool {
        withPixels { pixels in
            let first = pixels + part.y * self.stride + part.x * 4
            for y in 0..<part.height {
                (target + y * stride).copyMemory(from: first + y * self.stride, byteCount: part.width * 4)
            }
        }
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
