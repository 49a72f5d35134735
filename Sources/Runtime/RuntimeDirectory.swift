import Glibc

/// The directory of the service's sockets: XDG_RUNTIME_DIR, or `/run/kagami` for root if that is not set.
package struct RuntimeDirectory: Hashable, Sendable {
    /// An absolute path.
    package let path: String

    package static let forRoot = "/run/kagami"

    /// The name of the tools' Wayland socket in the directory, which the documentation's commands use.
    package static let toolsSocket = "kagami-tools"

    /// The directory given by `environment`, not yet checked.
    package init(
        environment: [String: String], isRoot: Bool = geteuid() == 0
    ) throws(RuntimeDirectoryError) {
        switch environment["XDG_RUNTIME_DIR"] {
        case let path? where path.hasPrefix("/"): self.path = path
        case let path? where !path.isEmpty: throw .relative(path)
        default:
            guard isRoot else { throw .notSet }
            path = Self.forRoot
        }
    }

    /// Checks that this user owns the directory and nobody else can write to it; creates root's directory.
    package func prepare(user: UInt32? = nil) throws(RuntimeDirectoryError) {
        if path == Self.forRoot { mkdir(path, 0o700) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unusable(RuntimeError("look at", path)) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .unusable(RuntimeError("look at", path, errorNumber: ENOTDIR))
        }
        guard status.st_uid == user ?? geteuid() else { throw .foreign(path, owner: status.st_uid) }
        guard status.st_mode & 0o022 == 0 else { throw .open(path, mode: status.st_mode & 0o7777) }
        guard access(path, W_OK | X_OK) == 0 else { throw .unusable(RuntimeError("write to", path)) }
    }
}

/// Why no directory can be used for the sockets; each description is one line with the remedy.
package enum RuntimeDirectoryError: Error, Hashable {
    case notSet
    case relative(String)
    case foreign(String, owner: UInt32)
    /// Other users may write there.
    case open(String, mode: UInt32)
    case unusable(RuntimeError)
}

extension RuntimeDirectoryError: CustomStringConvertible {
    package var description: String { "no directory for the sockets: \(problem); \(remedy)" }

    /// The problem in words.
    package var problem: String {
        switch self {
        case .notSet: "XDG_RUNTIME_DIR is not set"
        case .relative(let path): "XDG_RUNTIME_DIR is not an absolute path: '\(path)'"
        case .foreign(let path, let owner): "\(path) belongs to another user (number \(owner))"
        case .open(let path, let mode): "others may write to \(path) (mode \(String(mode, radix: 8)))"
        case .unusable(let error): "cannot \(error)"
        }
    }

    /// What the user can do about it.
    package var remedy: String {
        switch self {
        case .notSet, .relative, .foreign:
            "log in through PAM, or set XDG_RUNTIME_DIR to a directory of your own, of mode 0700"
        case .open(let path, _): "run: chmod 700 \(path)"
        case .unusable: "create it, with mode 0700"
        }
    }
}
