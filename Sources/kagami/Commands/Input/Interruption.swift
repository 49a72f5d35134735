import CLinux
import Glibc
import Runtime

/// Turns SIGINT and SIGTERM into a readable descriptor, so that a command can clean up.
final class Interruption {
    let descriptor: CInt

    init() throws(RuntimeError) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        descriptor = signalfd(-1, &signals, CInt(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw RuntimeError("signalfd") }
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    deinit {
        close(descriptor)
    }
}
