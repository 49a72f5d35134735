import CLinux
import Glibc
import Mirroring
import Runtime

/// Kernel operations on a mapped dmabuf.
protocol DMABufDriver {
    /// True for a dmabuf. Its pages stay as long as it is open, but a file's owner can truncate the file during a read.
    func isDMABuf(_ descriptor: CInt) -> Bool

    /// Begins a read after all drawing in the buffer has ended; false if the buffer can no longer be read.
    func beginReading(_ descriptor: CInt) -> Bool

    /// Ends what `beginReading` began.
    func endReading(_ descriptor: CInt)

    /// Begins a write after all drawing and reading has ended; false if the buffer can no longer be written.
    func beginWriting(_ descriptor: CInt) -> Bool

    /// Ends what `beginWriting` began.
    func endWriting(_ descriptor: CInt)

    /// The fence of all drawing in the buffer, which can be waited for again and again. Once it is done, a read does not wait.
    ///
    /// The descriptor must stay open as long as the fence is kept.
    func drawing(in descriptor: CInt) -> any BufferFence
}

/// The kernel's dmabuf operations.
struct KernelDMABufs: DMABufDriver {
    let loop: EventLoop

    func isDMABuf(_ descriptor: CInt) -> Bool { kagami_is_dmabuf(descriptor) }

    func beginReading(_ descriptor: CInt) -> Bool { kagami_dmabuf_sync(descriptor, true, false) == 0 }

    func endReading(_ descriptor: CInt) {
        _ = kagami_dmabuf_sync(descriptor, false, false)
    }

    func beginWriting(_ descriptor: CInt) -> Bool { kagami_dmabuf_sync(descriptor, true, true) == 0 }

    func endWriting(_ descriptor: CInt) {
        _ = kagami_dmabuf_sync(descriptor, false, true)
    }

    func drawing(in descriptor: CInt) -> any BufferFence { DMABufDrawing(descriptor, loop: loop) }
}

/// The fence of what devices draw in one dmabuf, which polls as readable while nothing writes to it.
///
/// A client draws in the same few buffers again and again. So the kernel is given each descriptor once, and each wait
/// only asks for one more report.
final class DMABufDrawing: BufferFence {
    private let descriptor: CInt
    private let loop: EventLoop
    private var source: DescriptorSource?
    private weak var wait: Wait?
    /// The kernel has just reported the end.
    private var isReported = false

    /// One wait, which lasts as long as the object is kept.
    private final class Wait {
        let handler: () -> Void

        init(_ handler: @escaping () -> Void) {
            self.handler = handler
        }
    }

    init(_ descriptor: CInt, loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    var isDone: Bool {
        if isReported { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    func whenDone(_ handler: @escaping () -> Void) -> AnyObject? {
        // Waiting twice is rare, because it takes two surfaces that show one buffer.
        if wait != nil { return try? loop.watch(descriptor) { _ in handler() } }
        if let source {
            source.update([.readable, .once])
        } else {
            source = try? loop.watch(descriptor, for: [.readable, .once]) { [weak self] _ in self?.ended() }
            if source == nil { return nil }
        }
        let wait = Wait(handler)
        self.wait = wait
        return wait
    }

    private func ended() {
        guard let wait else { return }
        self.wait = nil
        isReported = true
        wait.handler()
        isReported = false
    }
}
