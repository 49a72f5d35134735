import Glibc

/// Reads the bytes of picture files, within bounds.
struct PictureFile {
    /// The most bytes that a file may have.
    static let maximumBytes = 8 << 20

    let path: String

    /// The file's bytes; throws for what is no regular file, too large or unreadable.
    func read() throws(HUDError) -> [UInt8] {
        // A pipe or a device must not keep the service waiting.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw failure() }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw .badPicture(path: path, reason: "it is not a regular file")
        }
        guard information.st_size <= Self.maximumBytes else {
            throw .badPicture(
                path: path, reason: "it has \(information.st_size) bytes: at most \(Self.maximumBytes)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        var count = 0
        while count < bytes.count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if step > 0 {
                count += step
            } else if step == 0 {
                break
            } else if errno != EINTR {
                throw failure()
            }
        }
        return Array(bytes.prefix(count))
    }

    private func failure() -> HUDError {
        .badPicture(path: path, reason: String(cString: strerror(errno)))
    }
}
