import Glibc
import Runtime

/// The listening control socket.
///
/// A socket that is bound here has the mode 0600; its file and its lock are removed with this object. The file of a
/// socket that the service manager hands over stays.
///
/// A lock file beside the socket decides between services that start at the same time, and distinguishes the socket of
/// a dead service, which is replaced, from the socket of a live one.
final class ListeningSocket {
    let descriptor: CInt
    let address: SocketAddress
    /// Nil for the manager's socket.
    private let lock: CInt?
    private let handed: OwnedDescriptor?

    init(at address: SocketAddress) throws(ControlError) {
        let lock = try Self.takeLock(for: address)
        do {
            try Self.removeStaleSocket(at: address)
            descriptor = try Self.listen(at: address)
        } catch {
            Self.release(lock, of: address)
            throw error
        }
        self.lock = lock
        self.address = address
        handed = nil
    }

    /// Listens on a socket that was handed over.
    init(_ socket: ActivationSockets.Socket) throws(ControlError) {
        address = try SocketAddress(path: socket.path)
        handed = socket.descriptor
        descriptor = socket.descriptor.number
        lock = nil
    }

    deinit {
        guard let lock else { return }
        close(descriptor)
        unlink(address.path)
        Self.release(lock, of: address)
    }

    private static func lockPath(_ address: SocketAddress) -> String { address.path + ".lock" }

    private static func takeLock(for address: SocketAddress) throws(ControlError) -> CInt {
        let path = lockPath(address)
        let lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .system(RuntimeError("create", path)) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            if reason == EWOULDBLOCK { throw .socketTaken(address.path) }
            throw .system(RuntimeError("lock", path, errorNumber: reason))
        }
        return lock
    }

    private static func release(_ lock: CInt, of address: SocketAddress) {
        unlink(lockPath(address))
        close(lock)
    }

    private static func removeStaleSocket(at address: SocketAddress) throws(ControlError) {
        var status = stat()
        guard lstat(address.path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(address.path) }
        // A service that does not use the lock may still answer.
        if let probe = address.connect() {
            close(probe)
            throw .socketTaken(address.path)
        }
        guard unlink(address.path) == 0 else { throw .system(RuntimeError("remove", address.path)) }
    }

    private static func listen(at address: SocketAddress) throws(ControlError) -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .system(RuntimeError("socket")) }
        // The file inherits the descriptor's mode, so it is never accessible to others.
        guard fchmod(descriptor, 0o600) == 0,
            address.withSockaddr({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, SOMAXCONN) == 0
        else {
            let error = RuntimeError("bind", address.path)
            close(descriptor)
            throw .system(error)
        }
        return descriptor
    }
}
