import Glibc
import Runtime

/// The places that a confined application does not see: where its user's programs listen when it starts.
///
/// Directories for sockets are replaced by empty ones, so that later sockets are hidden, too. Of the other sockets that this user may
/// connect to, only those stay visible that every user of the machine may use, such as the system bus. For root none stay, because every
/// service obeys root.
struct HiddenPlaces: Hashable {
    struct Directory: Hashable {
        /// Canonical.
        let path: String
        /// In octal digits.
        let mode: String
    }

    /// The directories to replace by empty ones, outer ones before inner ones.
    private(set) var directories: [Directory] = []
    /// The sockets outside these directories to cover.
    private(set) var sockets: [String] = []

    /// Looks for the places on this machine.
    ///
    /// `runtimeDirectory` is the service's, as a canonical path. `own` are the service's sockets, wherever they are. `bound` are the paths
    /// that any sockets were bound to.
    init(
        runtimeDirectory: String, sockets own: [String], user: uid_t = geteuid(),
        bound: [String] = BoundSockets.paths()
    ) {
        let own = own.compactMap(Self.canonical)
        var hidden = ["/run/user"] + Self.directoriesInRun(of: user)
        // The service manager gives each user's sockets a directory there.
        hidden += own.map(Self.parent).filter { $0.hasPrefix("/run/") }
        let others = bound.compactMap(Self.canonical).filter { Self.isSocket($0) }
        // A directory there that holds sockets, such as the X servers', is a runtime directory, whoever may use the sockets.
        let common = (Self.resolved("/tmp") ?? "/tmp") + "/"
        hidden += (own + others).map(Self.parent).filter { $0.hasPrefix(common) }
        hidden = Set(hidden.compactMap(Self.resolved)).filter { $0 != runtimeDirectory }.sorted()
        for path in hidden where !hides(path) { directories.append(Directory(path: path, mode: "0755")) }
        // The runtime directory comes last, because it may lie in another hidden one and has to exist.
        directories.append(Directory(path: runtimeDirectory, mode: "0700"))
        let covered = own.filter(Self.isSocket) + others.filter { Self.isPrivate($0, to: user) }
        sockets = Set(covered).filter { !hides($0) }.sorted()
    }

    /// Whether a canonical path is in an empty directory.
    func hides(_ path: String) -> Bool { directory(over: path) != nil }

    /// The empty directory that a canonical path is in.
    func directory(over path: String) -> String? {
        directories.first { path == $0.path || path.hasPrefix($0.path + "/") }?.path
    }

    /// The path with its directory's links resolved; nil if the directory cannot be reached.
    static func canonical(_ path: String) -> String? {
        guard let name = path.split(separator: "/").last, let folder = resolved(parent(path)) else {
            return nil
        }
        return (folder == "/" ? "" : folder) + "/" + name
    }

    /// The canonical path of an existing file.
    private static func resolved(_ path: String) -> String? { try? FilePath.resolved(path) }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The directories that a service manager has created for the user.
    private static func directoriesInRun(of user: uid_t) -> [String] {
        // Root owns all of them.
        if user == 0 { return [] }
        return DirectoryEntry.all(in: "/run").filter(\.isDirectory).map { "/run/\($0.name)" }.filter {
            FileStatus(at: $0)?.owner == user
        }
    }

    /// Whether `user` may connect and some other users may not.
    private static func isPrivate(_ socket: String, to user: uid_t) -> Bool {
        guard let status = FileStatus(at: socket), access(socket, W_OK) == 0 else { return false }
        return user == 0 || status.owner == user || !status.isForEverybody
    }

    private static func isSocket(_ path: String) -> Bool {
        FileStatus(at: path)?.isSocket ?? false
    }
}

/// The sockets of this machine that have names in the file system.
enum BoundSockets {
    /// The paths of all open bound sockets; some of the files may be gone, or be in another mount namespace.
    static func paths() -> [String] {
        guard let bytes = try? FilePath.read("/proc/net/unix") else { return [] }
        return paths(in: String(decoding: bytes, as: UTF8.self))
    }

    /// The paths in the text of `/proc/net/unix`: the eighth column, if a socket has one. Abstract names begin with `@`.
    static func paths(in table: String) -> [String] {
        let names = table.split(separator: "\n").compactMap { line in
            line.split(separator: " ", maxSplits: 7).dropFirst(7).first.map(String.init)
        }
        return Set(names.filter { $0.hasPrefix("/") }).sorted()
    }
}
