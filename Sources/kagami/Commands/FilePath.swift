import Glibc

/// File names as given on the command line.
enum FilePath {
    /// The canonical path of an existing file.
    static func resolved(_ path: String) throws -> String {
        guard let real = realpath(path, nil) else { throw failure("find", path) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether the path exists.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// A whole file's bytes, `limit` at most; `-` is standard input.
    static func read(_ path: String, limit: Int = .max) throws -> [UInt8] {
        let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
                if bytes.count > limit { throw CommandFailure("\(path) has more than \(limit) bytes") }
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw failure("read", path)
            }
        }
    }

    /// `cannot VERB PATH: REASON`, with errno's reason.
    static func failure(_ verb: String, _ path: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure("cannot \(path.isEmpty ? verb : "\(verb) \(path)"): \(reason)")
    }
}
