package import Geometry

#if canImport(Glibc)
    import Glibc
#endif

/// Pixels in a client's shared memory, in a dmabuf or in memory of ours.
///
/// The object stands for the memory and not for the picture in it: a client draws in the same buffer again. A reference
/// to the object keeps the memory alive. A `BufferHold` also keeps the pixels unchanged. The owner gets the buffer back
/// when the last hold ends.
package protocol Buffer: AnyObject {
    var size: Size<BufferSpace> { get }
    /// Bytes from the start of one row to the start of the next.
    var stride: Int { get }
    var format: PixelFormat { get }

    /// The memory as devices import it, or nil where only the processor can read the memory.
    var dmabuf: DMABuf? { get }

    /// The planes of the memory for the processor, or nil where it can read no planes.
    ///
    /// `withPixels` converts the planes to words.
    var planar: (any PlanarPixels)? { get }

    /// The fence after which the pixels are complete, or nil if they are always complete.
    var fence: (any BufferFence)? { get }

    /// Whether there are pixels to read: a client may have taken its memory away.
    var hasPixels: Bool { get }

    /// Runs `body` with the address of the first row, which is valid only within the call.
    ///
    /// Returns false without running `body` when the pixels are gone. Other threads may call this method while the
    /// loop's thread waits for them within a call of its own.
    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool

    /// An object that every new hold keeps, or nil where the owner only counts holds.
    ///
    /// The owner learns from the object's end that these holds are gone.
    var use: AnyObject? { get }

    /// Counts one more hold; only `BufferHold` calls this method.
    func holdBegan()

    /// Counts one hold less; only `BufferHold` calls this method.
    ///
    /// After the last hold the owner gets the buffer back.
    func holdEnded()
}

extension Buffer {
    package var dmabuf: DMABuf? { nil }
    package var planar: (any PlanarPixels)? { nil }
    package var fence: (any BufferFence)? { nil }
    package var hasPixels: Bool { withPixels { _ in } }
    package var use: AnyObject? { nil }

    /// How the pixels lie in memory, as a DRM format modifier.
    package var modifier: UInt64 { dmabuf?.layout.modifier ?? PixelLayout.linear }

    package func holdBegan() {}
    package func holdEnded() {}
}

/// A reader's hold on a buffer: the buffer's owner leaves the pixels unchanged while the object lives.
///
/// A dmabuf stays whole even if its client goes. A client's shared memory goes with the client, and `withPixels` then
/// returns false. Only the service's thread may hold buffers.
package final class BufferHold {
    package let buffer: any Buffer
    private let use: AnyObject?

    package convenience init(_ buffer: any Buffer) {
        self.init(buffer, use: buffer.use)
    }

    /// A hold by the buffer's owner, who knows which use the hold belongs to.
    package init(_ buffer: any Buffer, use: AnyObject?) {
        self.buffer = buffer
        self.use = use
        buffer.holdBegan()
    }

    deinit {
        buffer.holdEnded()
    }
}

/// The completion of a device's drawing in a buffer.
package protocol BufferFence: AnyObject {
    /// Whether the drawing is finished.
    var isDone: Bool { get }

    /// Calls `handler` once when `isDone` may have become true, or returns nil if there is no way to wait.
    ///
    /// The wait lasts as long as the result is kept.
    func whenDone(_ handler: @escaping () -> Void) -> AnyObject?
}

/// The completion of a device's drawing, as a descriptor that displays wait for: a sync_file of the kernel.
package final class DrawingFence {
    /// The descriptor, open as long as the fence is kept.
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

/// Pixels in ordinary cached memory of ours, to be drawn in.
///
/// The pixels are 32-bit little-endian words. The stride is aligned to 64 bytes; rows have no other padding.
///
/// Display memory is often write-combined and slow to read, so pictures are made in this memory and copied out.
package final class MemoryBuffer: Buffer {
    /// The most pixels along each axis.
    package static let maximumSide = 32_768

    package let size: Size<BufferSpace>
    package let stride: Int
    package let format: PixelFormat
    package let bytes: UnsafeMutableRawPointer

    /// A buffer of zeros, which are black or clear, or nil for an empty or too large size or without memory.
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

    /// A copy of a buffer, or nil where the buffer's pixels are gone or there is no memory for the copy.
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

    /// Bytes from one row to the next of a picture with this width.
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
    /// Copies a part of a picture of the buffer's size; returns false where nothing can be written.
    ///
    /// The part lies within the picture.
    func fill(from picture: any Buffer, _ part: Rect<ContentSpace>) -> Bool
}

extension Buffer {
    /// Copies the rows of a part to memory; returns false where the pixels are gone.
    ///
    /// The part lies within the buffer.
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
    /// The offset of the part's first pixel, in bytes.
    private let offset: Int

    /// A part of a buffer, or nil where the part is empty or out of bounds.
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

    /// An image of little-endian words in `format`, row by row; missing words are zero.
    package init(size: Size<BufferSpace>, format: PixelFormat, pixels: [UInt32]) {
        self.size = size
        self.format = format
        let missing = max(0, size.area - pixels.count)
        self.pixels = pixels + Array(repeating: 0, count: missing)
    }

    /// A picture of one pixel, to be stretched.
    package convenience init(pixel: UInt32, format: PixelFormat) {
        self.init(size: Size(width: 1, height: 1), format: format, pixels: [pixel])
    }

    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        pixels.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, !size.isEmpty else { return false }
            body(first)
            return true
        }
    }
}
