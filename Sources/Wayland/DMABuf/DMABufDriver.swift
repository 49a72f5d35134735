import CLinux
import Glibc

/// What is asked of the kernel about a dmabuf that was mapped.
protocol DMABufDriver {
    /// The descriptor is a dmabuf, whose pages stay as long as it is open: no file that its owner could truncate
    /// under a reader.
    func isDMABuf(_ descriptor: CInt) -> Bool

    /// Begins to read, once all drawing into the buffer is done; false when it cannot be read any more.
    func beginReading(_ descriptor: CInt) -> Bool

    /// Ends what `beginReading` began.
    func endReading(_ descriptor: CInt)
}

/// The kernel's own dmabufs.
struct KernelDMABufs: DMABufDriver {
    func isDMABuf(_ descriptor: CInt) -> Bool { kagami_is_dmabuf(descriptor) }

    func beginReading(_ descriptor: CInt) -> Bool { kagami_dmabuf_sync(descriptor, true) == 0 }

    func endReading(_ descriptor: CInt) {
        _ = kagami_dmabuf_sync(descriptor, false)
    }
}
