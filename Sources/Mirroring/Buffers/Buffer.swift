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
