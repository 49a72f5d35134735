import Glibc

/// A regular file opened for reading, with a size limit that is checked before reading.
///
/// Pipes and devices, which could block a reader forever, are refused.
package struct RegularFile {
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case system(RuntimeError)
        case notRegular
        case tooLarge(bytes: Int, limit: Int)

        /// The reason without the file's name.
        package var description: String {
            switch self {
            case .system(let error): String(cString: strerror(error.errorNumber))
            case .notRegular: "it is not a regular file"
            case .tooLarge(let bytes, let limit): "it has \(bytes) bytes: at most \(limit)"
            }
        }
    }

    /// The descriptor, open for reading.
    package let descriptor: OwnedDescriptor
    package let size: Int

    /// Opens the file at `path`.
    package init(_ path: String, limit: Int) throws(Failure) {
        let descriptor: OwnedDescriptor
        do throws(RuntimeError) {
            descriptor = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            throw .system(error)
        }
        try self.init(descriptor, limit: limit)
    }

    /// Uses a file that is already open.
    package init(_ descriptor: OwnedDescriptor, limit: Int) throws(Failure) {
        size = try Self.size(of: descriptor.number, limit: limit)
        self.descriptor = descriptor
    }

    /// The bytes up to the size at opening; fewer if the file has been truncated since.
    package func read() throws(Failure) -> [UInt8] { try read(size, at: 0) }

    /// The bytes at `offset`, at most `length`; fewer if the file ends before.
    package func read(_ length: Int, at offset: Int) throws(Failure) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        var bytes = [UInt8](repeating: 0, count: max(0, min(length, size - offset)))
        var count = 0
        while count < bytes.count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor.number, buffer.baseAddress?.advanced(by: count), buffer.count - count, offset + count)
            }
            if step == 0 { break }
            if step < 0, errno != EINTR { throw .system(RuntimeError("read", "\(descriptor.number)")) }
            count += max(0, step)
        }
        return Array(bytes.prefix(count))
    }

    private static func size(of descriptor: CInt, limit: Int) throws(Failure) -> Int {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .system(RuntimeError("fstat", "\(descriptor)")) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard information.st_size <= limit else { throw .tooLarge(bytes: information.st_size, limit: limit) }
        return Int(information.st_size)
    }
}
