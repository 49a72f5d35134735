import Glibc

/// Two connected stream sockets with close-on-exec, which the caller closes.
package enum SocketPair {
    package static func make() throws(RuntimeError) -> (ours: CInt, theirs: CInt) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw RuntimeError("make", "a socket pair") }
        return (ends[0], ends[1])
    }
}

extension OwnedDescriptor {
    /// Listens on a Unix socket of this name without blocking. A name that begins with a zero byte has no file.
    package convenience init(listeningOn name: String) throws(RuntimeError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard name.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw RuntimeError("bind", name, errorNumber: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw RuntimeError("socket", name) }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        // The length of a name without a file is a part of the name.
        let length = socklen_t(start + name.utf8.count + (name.first == "\0" ? 0 : 1))
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                // The file inherits the descriptor's mode, so it is never accessible to others, not even for a moment.
                fchmod(descriptor, 0o600) == 0 && bind(descriptor, pointer, length) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = RuntimeError("bind", name)
            close(descriptor)
            throw error
        }
        self.init(owning: descriptor)
    }
}
