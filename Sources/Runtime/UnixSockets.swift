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

/// The address of a Unix socket. A name that begins with a zero byte has no file.
private struct UnixAddress {
    private var value = sockaddr_un()
    private let length: socklen_t

    init(_ name: String) throws(RuntimeError) {
        value.sun_family = sa_family_t(AF_UNIX)
        guard name.utf8.count < MemoryLayout.size(ofValue: value.sun_path) else {
            throw RuntimeError("bind", name, errorNumber: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: name.utf8) }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        // The length of a name without a file is a part of the name.
        length = socklen_t(start + name.utf8.count + (name.first == "\0" ? 0 : 1))
    }

    func bind(_ descriptor: CInt) -> Bool { passed { Glibc.bind(descriptor, $0, length) } }

    func connect(_ descriptor: CInt) -> Bool { passed { Glibc.connect(descriptor, $0, length) } }

    private func passed(to call: (UnsafePointer<sockaddr>) -> CInt) -> Bool {
        withUnsafePointer(to: value) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) == 0 } }
    }
}

extension OwnedDescriptor {
    /// Listens on a Unix socket of this name without blocking. A name that begins with a zero byte has no file.
    package convenience init(listeningOn name: String) throws(RuntimeError) {
        let address = try UnixAddress(name)
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw RuntimeError("socket", name) }
        // The file inherits the descriptor's mode, so it is never accessible to others, not even for a moment.
        guard fchmod(descriptor, 0o600) == 0, address.bind(descriptor), Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = RuntimeError("bind", name)
            close(descriptor)
            throw error
        }
        self.init(owning: descriptor)
    }

    /// Whether no process has a stream socket of this name, which `init(listeningOn:)` explains.
    ///
    /// The socket's owner notices nothing: the kernel refuses a datagram's sender before it would wake the owner.
    package static func isUnbound(_ name: String) -> Bool {
        guard let address = try? UnixAddress(name) else { return false }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        let owned = OwnedDescriptor(owning: descriptor)
        return !address.connect(owned.number) && [ECONNREFUSED, ENOENT].contains(errno)
    }
}
