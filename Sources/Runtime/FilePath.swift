package import Glibc

/// File names as given on the command line.
package enum FilePath {
    /// The canonical path of an existing file.
    package static func resolved(_ path: String) throws -> String {
        guard let real = realpath(path, nil) else { throw failure("find", path) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether the path exists.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether nothing exists at the path. A dangling link exists, and so does a file that may not be inspected.
    package static func isAbsent(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Whether the path is a regular file that may be executed.
    package static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// A whole file's bytes, at most `limit`; `-` is standard input.
    ///
    /// A pipe is read to its end, if it has a writer.
    package static func read(_ path: String, limit: Int = .max) throws -> [UInt8] {
        let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { close(descriptor) }
        var bytes = path == "-" ? [] : try begin(descriptor, path)
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
                if bytes.count > limit { throw FileError("\(path) has more than \(limit) bytes") }
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw failure("read", path)
            }
        }
    }

    /// Makes reads of a file that was opened without blocking block from now on; returns the bytes read meanwhile.
    ///
    /// A pipe needs a writer, which may take a moment to begin.
    private static func begin(_ descriptor: CInt, _ path: String) throws -> [UInt8] {
        var status = stat()
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var first: [UInt8] = []
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            poll(&request, 1, patienceMilliseconds) == 0
        {
            var byte: UInt8 = 0
            let count = Glibc.read(descriptor, &byte, 1)
            if count == 0 { throw FileError("cannot read \(path): it is a pipe that nobody writes to") }
            if count > 0 { first = [byte] }
        }
        guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("read", path) }
        return first
    }

    /// How long to wait for a pipe's writer.
    private static let patienceMilliseconds: CInt = 500

    /// Gives a complete file the name `path` in its own directory, in place of a file that has that name.
    ///
    /// `descriptor` is open for the file at `temporary`. The contents reach the disk before the name does, and the name does before this
    /// returns: after a loss of power the name has the old file or the new one, and never a part of one.
    package static func putInPlace(
        _ descriptor: CInt, at temporary: String, as path: String
    ) throws(RuntimeError) {
        while fsync(descriptor) != 0 {
            if errno == EINTR { continue }
            // Some file systems have nothing to write to a disk.
            if errno == EINVAL { break }
            throw RuntimeError("write", temporary)
        }
        guard rename(temporary, path) == 0 else { throw RuntimeError("write", path) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// An error of the form `cannot VERB PATH: REASON`, with errno's reason.
    package static func failure(_ verb: String, _ path: String) -> FileError {
        let reason = String(cString: strerror(errno))
        return FileError("cannot \(path.isEmpty ? verb : "\(verb) \(path)"): \(reason)")
    }
}

/// The kind and the owner of the file at a path; links are not followed.
package struct FileStatus {
    /// The user who owns the file.
    package let owner: uid_t
    package let isSocket: Bool
    /// Whether every user may write to the file.
    package let isForEverybody: Bool

    /// Nil if nothing exists at the path, or if it may not be inspected.
    package init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        isForEverybody = status.st_mode & S_IWOTH != 0
    }
}

/// A file that cannot be used, with the reason in one line.
package struct FileError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The process's environment variables.
package enum Environment {
    package static var current: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }
}
