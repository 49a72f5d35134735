import CLinux
import Glibc
import Runtime

/// Kernel operations on a mapped dmabuf.
protocol DMABufDriver {
    /// True for a dmabuf, whose pages stay as long as it is open, unlike a file that its owner can truncate during a
    /// read.
    func isDMABuf(_ descriptor: CInt) -> Bool

    /// Begins a read, waiting for all drawing into the buffer; false when it cannot be read any more.
    func beginReading(_ descriptor: CInt) -> Bool

    /// Ends what `beginReading` began.
    func endReading(_ descriptor: CInt)

    /// True if nothing is drawing into the buffer, so that a read does not wait.
    func isDrawn(_ descriptor: CInt) -> Bool

    /// Calls `handler` when drawing ends, as long as the result is kept; returns nil where there is no way to wait.
    func whenDrawn(_ descriptor: CInt, _ handler: @escaping () -> Void) -> AnyObject?
}

/// The kernel's dmabuf operations.
struct KernelDMABufs: DMABufDriver {
    let loop: EventLoop

    func isDMABuf(_ descriptor: CInt) -> Bool { kagami_is_dmabuf(descriptor) }

    func beginReading(_ descriptor: CInt) -> Bool { kagami_dmabuf_sync(descriptor, true) == 0 }

    func endReading(_ descriptor: CInt) {
        _ = kagami_dmabuf_sync(descriptor, false)
    }

    // A dmabuf polls as readable while nothing writes to it.
    func isDrawn(_ descriptor: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    func whenDrawn(_ descriptor: CInt, _ handler: @escaping () -> Void) -> AnyObject? {
        try? loop.watch(descriptor) { _ in handler() }
    }
}
