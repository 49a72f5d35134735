import Glibc

/// A socket for applications; its file goes with it.
package final class ApplicationSocket {
    /// The file's name, for WAYLAND_DISPLAY.
    package let name: String
    private let lock: SocketLock?
    private let file: SocketFile
    private let listener: ClientListener

    /// Listens on the first `wayland-N` in `directory` (XDG_RUNTIME_DIR) that no other server has.
    package convenience init(_ display: WaylandDisplay, in directory: String) throws(WaylandError) {
        for number in 0...Self.highestNumber {
            let path = "\(directory)/wayland-\(number)"
            guard let lock = try SocketLock(of: path) else { continue }
            try self.init(display, "wayland-\(number)", at: path, lock)
            return
        }
        throw WaylandError("find a free socket in", directory, errorNumber: EADDRINUSE)
    }

    /// Listens on `name` in a folder that is the caller's alone.
    package convenience init(
        _ display: WaylandDisplay, named name: String, inPrivate directory: String
    ) throws(WaylandError) {
        try self.init(display, name, at: directory + "/" + name, nil)
    }

    private init(
        _ display: WaylandDisplay, _ name: String, at path: String, _ lock: SocketLock?
    ) throws(WaylandError) {
        self.name = name
        self.lock = lock
        file = try SocketFile(at: path)
        listener = try ClientListener(display, descriptor: file.descriptor.take(), privilege: .application)
    }

    /// As many as libwayland's own servers try.
    private static let highestNumber = 32
}

/// The lock on a socket's name by which Wayland servers agree who has it; its file goes with it.
private final class SocketLock {
    private let path: String
    private let descriptor: CInt

    /// Nil where another server holds it.
    init?(of socket: String) throws(WaylandError) {
        path = socket + ".lock"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o660)
        guard descriptor >= 0 else { throw WaylandError("create", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            if reason == EWOULDBLOCK { return nil }
            throw WaylandError("lock", path, errorNumber: reason)
        }
        self.descriptor = descriptor
    }

    deinit {
        unlink(path)
        close(descriptor)
    }
}
