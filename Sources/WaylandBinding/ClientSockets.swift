import Glibc
package import Runtime

/// A socket for applications; its file is removed with it.
package final class ApplicationSocket {
    /// The value of WAYLAND_DISPLAY: the file's name, or its path where it is not in XDG_RUNTIME_DIR.
    package let name: String
    /// The file's name.
    package var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
    /// Whether it was handed over, and so stays when this process ends.
    package let isHeld: Bool
    private let lock: SocketLock?
    private let file: SocketFile
    private let listener: ClientListener

    /// Listens on the first free `wayland-N` in `directory` (XDG_RUNTIME_DIR).
    package convenience init(_ display: WaylandDisplay, in directory: String) throws(RuntimeError) {
        for number in 0...Self.highestNumber {
            let path = "\(directory)/wayland-\(number)"
            guard let lock = try SocketLock(of: path) else { continue }
            try self.init(display, "wayland-\(number)", try SocketFile(at: path), lock)
            return
        }
        throw RuntimeError("find a free socket in", directory, errorNumber: EADDRINUSE)
    }

    /// Listens on `name` in a directory that the caller alone uses.
    package convenience init(
        _ display: WaylandDisplay, named name: String, inPrivate directory: String
    ) throws(RuntimeError) {
        try self.init(display, name, try SocketFile(at: directory + "/" + name), nil)
    }

    /// Listens on a socket that was handed over.
    package convenience init(
        _ display: WaylandDisplay, handedOver socket: ActivationSockets.Socket, runtimeDirectory: String
    ) throws(RuntimeError) {
        let fileName = String(socket.path.split(separator: "/").last ?? "")
        let isThere = socket.path == "\(runtimeDirectory)/\(fileName)"
        var lock: SocketLock?
        if isThere {
            // Other servers would take the name for a free one, and remove the file.
            lock = try SocketLock(of: socket.path)
            if lock == nil { throw RuntimeError("lock", socket.path, errorNumber: EADDRINUSE) }
        }
        try self.init(display, isThere ? fileName : socket.path, SocketFile(socket), lock, isHeld: true)
    }

    private init(
        _ display: WaylandDisplay, _ name: String, _ file: SocketFile, _ lock: SocketLock?, isHeld: Bool = false
    ) throws(RuntimeError) {
        self.name = name
        self.lock = lock
        self.file = file
        self.isHeld = isHeld
        listener = try ClientListener(display, descriptor: file.descriptor, privilege: .application)
    }

    /// The same limit as in libwayland's `wl_display_add_socket_auto`.
    private static let highestNumber = 32
}

/// The socket for tools, `wayland-N-tools` beside the applications' `wayland-N`: mode 0600; its file goes with it.
///
/// Its clients see all globals of applications, and also those that capture the screen, inject input or control other
/// clients' windows.
package final class ToolsSocket {
    /// The name for WAYLAND_DISPLAY.
    package let name: String
    private let file: SocketFile
    private let listener: ClientListener

    /// Listens beside the applications' socket of this name, in `directory` (XDG_RUNTIME_DIR).
    package init(_ display: WaylandDisplay, beside socket: String, in directory: String) throws(RuntimeError) {
        name = socket + "-tools"
        // The owner of the applications' socket owns this name too: an existing file is a leftover.
        file = try SocketFile(at: directory + "/" + name)
        listener = try ClientListener(display, descriptor: file.descriptor, privilege: .tool)
    }

    /// Listens on a socket that was handed over.
    package init(_ display: WaylandDisplay, handedOver socket: ActivationSockets.Socket) throws(RuntimeError) {
        name = socket.path
        file = SocketFile(socket)
        listener = try ClientListener(display, descriptor: file.descriptor, privilege: .tool)
    }
}

/// The lock file by which Wayland servers claim a socket's name; removed with the object.
private final class SocketLock {
    private let path: String
    private let descriptor: CInt

    /// Nil if another server holds the lock.
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
