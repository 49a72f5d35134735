#if canImport(Glibc)
    import Glibc
#endif

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
