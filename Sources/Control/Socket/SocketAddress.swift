import Glibc
import Runtime

/// The path of a Unix socket, short enough for the kernel.
package struct SocketAddress: Hashable, Sendable {
    package let path: String

    /// Bytes that `sun_path` holds before its terminating zero.
    static let maximumLength = 107

    package init(path: String) throws(ControlError) {
        guard path.utf8.count <= Self.maximumLength, !path.isEmpty else { throw .pathTooLong(path) }
        self.path = path
    }

    /// `explicit`, else `$KAGAMI_SOCKET`, else `kagami.sock` in the runtime directory.
    ///
    /// An empty variable counts as unset.
    package init(
        explicit: String?, environment: [String: String], isRoot: Bool = geteuid() == 0
    ) throws(ControlError) {
        if let explicit {
            try self.init(path: explicit)
        } else if let path = environment["KAGAMI_SOCKET"], !path.isEmpty {
            try self.init(path: path)
        } else if let directory = try? RuntimeDirectory(environment: environment, isRoot: isRoot) {
            try self.init(path: directory.path + "/kagami.sock")
        } else {
            throw .noPath
        }
    }

    /// Calls `body` with the address as a `sockaddr`.
    func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path.utf8.prefix(Self.maximumLength))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A new connected stream socket, blocking and close-on-exec; nil with errno set on failure.
    package func connect() -> CInt? {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if withSockaddr({ Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
        let reason = errno
        close(descriptor)
        errno = reason
        return nil
    }
}
