import Glibc

/// The socket for tools, `wayland-N-tools` beside the applications' `wayland-N`: mode 0600; its file goes with it.
///
/// Its clients see all that the applications' see, and besides what reads the screen, makes input up or steers other
/// clients' windows.
package final class ToolsSocket {
    /// The name for WAYLAND_DISPLAY.
    package let name: String
    private let path: String
    private let listener: ClientListener

    /// Listens beside the applications' socket of this name, in `directory` (XDG_RUNTIME_DIR).
    package init(_ display: WaylandDisplay, beside socket: String, in directory: String) throws(WaylandError) {
        name = socket + "-tools"
        path = directory + "/" + name
        // Whoever has the applications' socket has the right to this name too: what lies there is left over.
        unlink(path)
        let descriptor = try Self.listen(at: path)
        listener = try ClientListener(display, descriptor: descriptor, privilege: .tool)
    }

    deinit {
        unlink(path)
    }

    private static func listen(at path: String) throws(WaylandError) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw WaylandError("bind", path, errorNumber: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw WaylandError("socket", path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                // The file gets the descriptor's mode: it is never open to others, not even for a moment.
                fchmod(descriptor, 0o600) == 0 && bind(descriptor, pointer, size) == 0
            }
        }
        guard isBound, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = WaylandError("bind", path)
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
