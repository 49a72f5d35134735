import CLinux
import Glibc

/// Signals delivered through the event loop by a signalfd.
///
/// Create it before any thread starts: threads inherit the mask, and a signal that some thread leaves unblocked still kills the process.
/// Releasing the object restores the old mask; `ChildProcess` gives children an empty one.
package final class Signals {
    private let descriptor: CInt
    private var source: DescriptorSource?
    private var previousMask: sigset_t

    /// Blocks `signals` and calls `handler` with the number of each received one.
    package init(
        loop: EventLoop, _ signals: [CInt], handler: @escaping (CInt) -> Void
    ) throws(RuntimeError) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        var previous = sigset_t()
        let failure = pthread_sigmask(SIG_BLOCK, &mask, &previous)
        if failure != 0 { throw RuntimeError("pthread_sigmask", errorNumber: failure) }
        previousMask = previous
        descriptor = signalfd(-1, &mask, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else {
            let error = RuntimeError("signalfd")
            pthread_sigmask(SIG_SETMASK, &previous, nil)
            throw error
        }
        let descriptor = descriptor
        source = try loop.watch(descriptor) { _ in
            var record = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while read(descriptor, &record, size) == size { handler(CInt(clamping: record.ssi_signo)) }
        }
    }

    deinit {
        source?.cancel()
        if descriptor >= 0 { close(descriptor) }
        pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    }

    /// Makes writes that cannot succeed fail in the whole process instead of killing it: those to a closed socket or pipe with EPIPE
    /// (SIGPIPE), and those beyond the limit of a file's size with EFBIG (SIGXFSZ).
    package static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
