import Glibc

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

    /// A whole file's bytes, `limit` at most; `-` is standard input.
    package static func read(_ path: String, limit: Int = .max) throws -> [UInt8] {
        let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
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

    /// `cannot VERB PATH: REASON`, with errno's reason.
    package static func failure(_ verb: String, _ path: String) -> FileError {
        let reason = String(cString: strerror(errno))
        return FileError("cannot \(path.isEmpty ? verb : "\(verb) \(path)"): \(reason)")
    }
}

/// A file that cannot be used: one line that says why.
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
