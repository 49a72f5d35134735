import Glibc
package import Runtime

/// The sockets of an X display's number, which X clients find by the number alone. The number is free again after this object.
package final class XSockets {
    package let number: Int
    /// The path of the socket's file.
    package let path: String
    /// The listening sockets: the file's, and one without a file unless applications must be kept from it.
    let listening: [OwnedDescriptor]
    private let lock: String

    private static let highestNumber = 32

    /// Claims the first free number. `directory` is where X clients look for displays.
    ///
    /// With `onlyFile`, there is only the socket's file: a mount can hide it, but not the other socket.
    package init(in directory: String = "/tmp", onlyFile: Bool = false) throws(RuntimeError) {
        let sockets = directory + "/.X11-unix"
        try Self.prepare(sockets)
        for number in 0...Self.highestNumber {
            let lock = "\(directory)/.X\(number)-lock"
            let path = "\(sockets)/X\(number)"
            guard try Self.claim(lock, of: path) else { continue }
            guard let listening = Self.listen(at: path, onlyFile: onlyFile) else {
                unlink(lock)
                continue
            }
            (self.number, self.path, self.listening, self.lock) = (number, path, listening, lock)
            return
        }
        throw RuntimeError("find a free X display in", sockets, errorNumber: EADDRINUSE)
    }

    deinit {
        unlink(path)
        unlink(lock)
    }

    /// Makes the directory of sockets, which all users share; one that others could replace is not used.
    private static func prepare(_ path: String) throws(RuntimeError) {
        if mkdir(path, 0o1777) == 0 { chmod(path, 0o1777) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw RuntimeError("make", path) }
        let isShared = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0 || status.st_uid == geteuid(), !isShared else {
            throw RuntimeError("use", path, errorNumber: EPERM)
        }
    }

    /// Creates the lock file with this process's number; false if a living server has it.
    ///
    /// The file gets its name when it is complete: nobody could tell whose an empty one is, if this process were killed.
    private static func claim(_ lock: String, of path: String) throws(RuntimeError) -> Bool {
        let draft = "\(lock).\(getpid())"
        // An ended process may have had the same number.
        unlink(draft)
        try write(draft)
        defer { unlink(draft) }
        for _ in 0..<2 {
            if link(draft, lock) == 0 { return true }
            guard errno == EEXIST else { throw RuntimeError("create", lock) }
            guard isStale(lock, of: path) else { return false }
            // Of another user's leftover, this fails, and the next number is taken.
            if unlink(lock) != 0 { return false }
        }
        return false
    }

    private static func write(_ draft: String) throws(RuntimeError) {
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else { throw RuntimeError("create", draft) }
        let owned = OwnedDescriptor(owning: descriptor)
        let digits = "\(getpid())"
        let text = String(repeating: " ", count: max(0, 10 - digits.utf8.count)) + digits + "\n"
        if Glibc.write(owned.number, text, text.utf8.count) == text.utf8.count { return }
        let error = RuntimeError("write", draft)
        unlink(draft)
        throw error
    }

    /// Whether the lock file's server has ended.
    ///
    /// The process that the file names tells, unless it lived in a container: here, its number is another's. Then the sockets tell;
    /// a server makes them soon after the lock.
    private static func isStale(_ lock: String, of path: String) -> Bool {
        let descriptor = open(lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        let owned = OwnedDescriptor(owning: descriptor)
        var bytes = [UInt8](repeating: 0, count: 11)
        let count = read(owned.number, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let process = pid_t(text.filter { $0 != " " && $0 != "\n" }) ?? 0
        if process > 0, kill(process, 0) != 0, errno == ESRCH { return true }
        var status = stat()
        let isOld = fstat(owned.number, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 10
        return isOld && OwnedDescriptor.isUnbound(path) && OwnedDescriptor.isUnbound("\0" + path)
    }

    private static func listen(at path: String, onlyFile: Bool) -> [OwnedDescriptor]? {
        unlink(path)
        let names = onlyFile ? [path] : [path, "\0" + path]
        let sockets = names.compactMap { try? OwnedDescriptor(listeningOn: $0) }
        if sockets.count == names.count { return sockets }
        if !sockets.isEmpty { unlink(path) }
        return nil
    }
}
