import CLinux
import Glibc
import Runtime

/// What is asked of the kernel about a dmabuf that was mapped.
protocol DMABufDriver {
    /// The descriptor is a dmabuf, whose pages stay as long as it is open: no file that its owner could truncate
    /// under a reader.
    func isDMABuf(_ descriptor: CInt) -> Bool

    /// Begins to read, once all drawing into the buffer is done; false when it cannot be read any more.
    func beginReading(_ descriptor: CInt) -> Bool

    /// Ends what `beginReading` began.
    func endReading(_ descriptor: CInt)

    /// Nothing draws into the buffer: reading will not have to wait.
    func isDrawn(_ descriptor: CInt) -> Bool

    /// Has `handler` called when drawing ends, as long as the result is kept; nil where that cannot be told.
    func whenDrawn(_ descriptor: CInt, _ handler: @escaping () -> Void) -> AnyObject?
}

/// The kernel's own dmabufs.
struct KernelDMABufs: DMABufDriver {
    let loop: EventLoop

    func isDMABuf(_ descriptor: CInt) -> Bool { kagami_is_dmabuf(descriptor) }

    func beginReading(_ descriptor: CInt) -> Bool { kagami_dmabuf_sync(descriptor, true) == 0 }

    func endReading(_ descriptor: CInt) {
        _ = kagami_dmabuf_sync(descriptor, false)
    }

    // A dmabuf is readable while nothing writes to it.
    func isDrawn(_ descriptor: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    func whenDrawn(_ descriptor: CInt, _ handler: @escaping () -> Void) -> AnyObject? {
        try? loop.watch(descriptor) { _ in handler() }
    }
}
