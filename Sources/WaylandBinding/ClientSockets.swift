import Glibc
package import Runtime

/// A socket for applications. Its file is removed with this object, unless the socket was handed over.
package final class ApplicationSocket {
    /// The value of WAYLAND_DISPLAY: the file's name, or its path if it is not in XDG_RUNTIME_DIR.
    package var name: String { socket.name }
    /// The file's name.
    package var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
    package var path: String { socket.path }
    /// Whether the socket was handed over, and so stays when this process ends.
    package var isHeld: Bool { socket.isHeld }
    private let socket: NamedSocket
    private let listener: ClientListener

    /// Listens on the first free `wayland-N` in `directory` (XDG_RUNTIME_DIR), from `first` on.
    ///
    /// Programs that have not been told a name, such as programs that a message bus starts, connect to `wayland-0`.
    package convenience init(
        _ display: WaylandDisplay, in directory: String, from first: Int = 0
    ) throws(RuntimeError) {
        let names = (first...NamedSocket.highestNumber).map { "wayland-\($0)" }
        try self.init(display, try NamedSocket(firstFreeOf: names, in: directory))
    }

    /// Listens on `name` in a directory that only the caller uses.
    package convenience init(
        _ display: WaylandDisplay, named name: String, inPrivate directory: String
    ) throws(RuntimeError) {
        try self.init(display, try NamedSocket(name, inPrivate: directory))
    }

    /// Listens on a socket that was handed over.
    package convenience init(
        _ display: WaylandDisplay, handedOver socket: ActivationSockets.Socket, runtimeDirectory: String
    ) throws(RuntimeError) {
        try self.init(display, try NamedSocket(handedOver: socket, runtimeDirectory: runtimeDirectory))
    }

    private init(_ display: WaylandDisplay, _ socket: NamedSocket) throws(RuntimeError) {
        self.socket = socket
        listener = try ClientListener(display, descriptor: socket.file.descriptor, privilege: .application)
    }
}

/// The socket for tools, `kagami-tools`, with mode 0600. Its file is removed with this object, unless the socket was handed over.
///
/// Its clients see all globals of applications, and also the globals that capture the screen, inject input or control
/// other clients' windows.
package final class ToolsSocket {
    /// The value of WAYLAND_DISPLAY: the file's name, or its path if it is not in XDG_RUNTIME_DIR.
    package var name: String { socket.name }
    package var path: String { socket.path }
    private let socket: NamedSocket
    private let listener: ClientListener

    /// Listens in `directory` (XDG_RUNTIME_DIR). If another service has the usual name, listens on the first free `kagami-tools-N`.
    package convenience init(_ display: WaylandDisplay, in directory: String) throws(RuntimeError) {
        let usual = RuntimeDirectory.toolsSocket
        let names = [usual] + (1...NamedSocket.highestNumber).map { "\(usual)-\($0)" }
        try self.init(display, try NamedSocket(firstFreeOf: names, in: directory))
    }

    /// Listens on a socket that was handed over.
    package convenience init(
        _ display: WaylandDisplay, handedOver socket: ActivationSockets.Socket, runtimeDirectory: String
    ) throws(RuntimeError) {
        try self.init(display, try NamedSocket(handedOver: socket, runtimeDirectory: runtimeDirectory))
    }

    private init(_ display: WaylandDisplay, _ socket: NamedSocket) throws(RuntimeError) {
        self.socket = socket
        listener = try ClientListener(display, descriptor: socket.file.descriptor, privilege: .tool)
    }
}

/// A listening socket with a name that belongs to this process as long as this value is kept.
private struct NamedSocket {
    /// The file's name, or its path if it is not in XDG_RUNTIME_DIR.
    let name: String
    let path: String
    let file: SocketFile
    let isHeld: Bool
    private let lock: SocketLock?

    /// The same limit as in libwayland's `wl_display_add_socket_auto`.
    static let highestNumber = 32

    /// Claims the first of these names that no other server holds.
    init(firstFreeOf names: [String], in directory: String) throws(RuntimeError) {
        for name in names {
            let path = "\(directory)/\(name)"
            guard let lock = try SocketLock(of: path) else { continue }
            // Whoever holds the lock owns the name: an existing file is a leftover.
            self.init(name, path, try SocketFile(at: path), lock)
            return
        }
        throw RuntimeError("find a free socket in", directory, errorNumber: EADDRINUSE)
    }

    init(_ name: String, inPrivate directory: String) throws(RuntimeError) {
        let path = directory + "/" + name
        self.init(name, path, try SocketFile(at: path), nil)
    }

    init(handedOver socket: ActivationSockets.Socket, runtimeDirectory: String) throws(RuntimeError) {
        let fileName = String(socket.path.split(separator: "/").last ?? "")
        guard socket.path == "\(runtimeDirectory)/\(fileName)" else {
            self.init(socket.path, socket.path, SocketFile(socket), nil, isHeld: true)
            return
        }
        // Without the lock, other servers would take the name for a free one and remove the file.
        guard let lock = try SocketLock(of: socket.path) else {
            throw RuntimeError("lock", socket.path, errorNumber: EADDRINUSE)
        }
        self.init(fileName, socket.path, SocketFile(socket), lock, isHeld: true)
    }

    private init(_ name: String, _ path: String, _ file: SocketFile, _ lock: SocketLock?, isHeld: Bool = false) {
        self.name = name
        self.path = path
        self.file = file
        self.lock = lock
        self.isHeld = isHeld
    }
}

/// The lock file by which Wayland servers claim a socket's name; removed with the object.
private final class SocketLock {
    private let path: String
    private let descriptor: CInt

    /// Returns nil if another server holds the lock.
    init?(of socket: String) throws(RuntimeError) {
        path = socket + ".lock"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o660)
        guard descriptor >= 0 else { throw RuntimeError("create", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            if reason == EWOULDBLOCK { return nil }
            throw RuntimeError("lock", path, errorNumber: reason)
        }
        self.descriptor = descriptor
    }

    deinit {
        unlink(path)
        close(descriptor)
    }
}
