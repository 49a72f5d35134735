import Glibc

/// A file descriptor from a request; closed when the last reference is released.
final class OwnedDescriptor {
    /// The descriptor, or -1 once taken.
    private(set) var raw: CInt

    init(_ raw: CInt) {
        self.raw = raw
    }

    /// Hands the descriptor over: the caller closes it.
    func take() -> CInt {
        defer { raw = -1 }
        return raw
    }

    deinit {
        if raw >= 0 { close(raw) }
    }
}
