import Glibc

/// Listening sockets that the service manager has opened and hands over at the start, as sd_listen_fds(3) describes.
///
/// The manager keeps the sockets open: a client that connects before the service is up, or after a crash, waits for the next service.
package struct ActivationSockets {
    /// The purpose of a socket.
    package enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// The control socket.
        case control
        /// The applications' Wayland socket.
        case wayland
        /// The tools' Wayland socket.
        case tools

        /// The purpose by the manager's name for the socket (`FileDescriptorName=`), or else by the file's name.
        package init(name: String, path: String) {
            let file = path.split(separator: "/").last ?? ""
            self =
                Purpose(rawValue: name)
                ?? (file.contains("-tools") ? .tools : file.hasPrefix("wayland-") ? .wayland : .control)
        }
    }

    package struct Socket {
        package let descriptor: OwnedDescriptor
        /// The file that clients connect to; it belongs to the manager.
        package let path: String
    }

    private let sockets: [Purpose: Socket]

    /// No sockets.
    package init() { sockets = [:] }

    /// Takes the sockets that `environment` hands to the process of this id, from descriptor 3 on.
    ///
    /// Throws if a descriptor is not a listening stream socket with a file, or if two are for the same purpose.
    package init(environment: [String: String], processID: CInt = getpid()) throws(RuntimeError) {
        var sockets: [Purpose: Socket] = [:]
        for (number, name) in Self.handed(environment, to: processID) {
            let path = try Self.path(ofSocket: number)
            guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0, fcntl(number, F_SETFL, O_NONBLOCK) == 0 else {
                throw RuntimeError("set up the socket", path)
            }
            let purpose = Purpose(name: name, path: path)
            guard sockets[purpose] == nil else {
                throw RuntimeError("take a second \(purpose.rawValue) socket", path, errorNumber: EEXIST)
            }
            sockets[purpose] = Socket(descriptor: OwnedDescriptor(owning: number), path: path)
        }
        self.sockets = sockets
    }

    package subscript(purpose: Purpose) -> Socket? { sockets[purpose] }

    /// The descriptors with their names; none if the variables are meant for another process.
    static func handed(_ environment: [String: String], to processID: CInt) -> [(number: CInt, name: String)] {
        guard environment["LISTEN_PID"].flatMap({ CInt($0) }) == processID,
            let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }), (1...maximumCount).contains(count)
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        return (0..<count).map { index in
            (firstDescriptor + index, names.indices.contains(Int(index)) ? String(names[Int(index)]) : "")
        }
    }

    /// SD_LISTEN_FDS_START.
    private static let firstDescriptor: CInt = 3
    private static let maximumCount: CInt = 64

    private static func path(ofSocket number: CInt) throws(RuntimeError) -> String {
        var isListening: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0 else {
            throw RuntimeError("use descriptor", "\(number)")
        }
        var address = sockaddr_un()
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) == 0 }
        }
        let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard isListening == 1, isNamed, address.sun_family == sa_family_t(AF_UNIX), !path.isEmpty else {
            throw RuntimeError("listen on descriptor", "\(number)", errorNumber: EINVAL)
        }
        return path
    }
}
