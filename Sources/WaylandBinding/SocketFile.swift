import Glibc
import Runtime

/// A listening Unix socket with its file.
///
/// A socket that is bound here has mode 0600 and replaces any leftover file; its file is removed with this object. The
/// file of a socket from the service manager stays.
final class SocketFile {
    private let path: String
    private let isOurs: Bool
    /// The listening socket.
    let descriptor: OwnedDescriptor

    init(at path: String) throws(RuntimeError) {
        self.path = path
        isOurs = true
        unlink(path)
        descriptor = OwnedDescriptor(owning: try Self.listen(at: path))
    }

    /// Takes a socket that was handed over.
    init(_ socket: ActivationSockets.Socket) {
        path = socket.path
        descriptor = socket.descriptor
        isOurs = false
    }

    deinit {
        if isOurs { unlink(path) }
    }

    private static func listen(at path: String) throws(RuntimeError) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw RuntimeError("bind", path, errorNumber: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw RuntimeError("socket", path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                // The file inherits the descriptor's mode, so it is never accessible to others, not even for a moment.
                fchmod(descriptor, 0o600) == 0 && bind(descriptor, pointer, size) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = RuntimeError("bind", path)
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
