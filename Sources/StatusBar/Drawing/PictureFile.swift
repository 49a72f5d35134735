import Glibc
import Runtime

/// Reads the bytes of a picture's file, within bounds.
struct PictureFile {
    /// The most bytes that a file may have.
    static let maximumBytes = 8 << 20

    let descriptor: OwnedDescriptor

    /// The whole file's bytes, wherever its descriptor stands; throws for what is no regular file, too large or
    /// unreadable.
    func read() throws(PictureFault) -> [UInt8] {
        var information = stat()
        guard fstat(descriptor.number, &information) == 0 else { throw failure() }
        // A pipe or a device would keep its reader waiting.
        guard information.st_mode & S_IFMT == S_IFREG else { throw PictureFault(reason: "it is not a regular file") }
        guard information.st_size <= Self.maximumBytes else {
            throw PictureFault(reason: "it has \(information.st_size) bytes: at most \(Self.maximumBytes)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        var count = 0
        while count < bytes.count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor.number, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
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

    private func failure() -> PictureFault {
        PictureFault(reason: String(cString: strerror(errno)))
    }
}
