import Glibc
import Runtime

/// A file that a command writes with its user's rights; `-` is standard output.
///
/// A regular file is written under a temporary name and put in place when it is complete. Any other file, such as a device
/// or a pipe, and the target of a symbolic link are written in place.
final class OutputFile {
    enum Kind {
        /// Readable as the umask allows; an existing file keeps its mode.
        case picture
        /// Readable by the owner only, and never written through a symbolic link.
        case secret
    }

    let descriptor: OwnedDescriptor
    private let path: String
    /// The temporary name; nil for a file written in place.
    private var temporary: String?

    init(_ path: String, _ kind: Kind) throws(CommandFailure) {
        self.path = path
        if kind == .secret, Self.isLink(path) {
            throw CommandFailure("\(path) is a symbolic link: name the file that it leads to")
        }
        do throws(RuntimeError) {
            (descriptor, temporary) = try Self.open(path, kind)
        } catch {
            throw CommandFailure("cannot write \(path): \(error.reason)")
        }
    }

    deinit {
        if let temporary { unlink(temporary) }
    }

    /// Renames the temporary file to its final name; later writes go to the same file.
    func takePlace() throws(CommandFailure) {
        guard let temporary else { return }
        do throws(RuntimeError) {
            try FilePath.putInPlace(descriptor.number, at: temporary, as: path)
        } catch {
            throw CommandFailure("cannot write \(path): \(error.reason)")
        }
        self.temporary = nil
    }

    /// Copies the contents of a regular file.
    func write(contentsOf source: OwnedDescriptor) throws(CommandFailure) {
        if descriptor.isRegularFile, temporary == nil, path != Self.standardOutput {
            guard ftruncate(descriptor.number, 0) == 0 else { throw failure() }
        }
        var offset: off_t = 0
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            let count = pread(source.number, &buffer, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            if count == 0 { return }
            guard TextOutput(descriptor: descriptor.number).write(Array(buffer.prefix(count))) else { throw failure() }
            offset += count
        }
    }

    /// The failure with errno's reason, in one line.
    func failure() -> CommandFailure {
        CommandFailure("cannot write \(path): \(String(cString: strerror(errno)))")
    }

    private static let standardOutput = "-"

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func open(
        _ path: String, _ kind: Kind
    ) throws(RuntimeError) -> (OwnedDescriptor, temporary: String?) {
        if path == standardOutput {
            let copy = fcntl(1, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw RuntimeError("dup") }
            return (OwnedDescriptor(owning: copy), nil)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return try openBeside(path, mode: kind.mode) }
            throw RuntimeError("stat", path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard access(path, W_OK) == 0 else { throw RuntimeError("open", path) }
            let opened = try openBeside(path, mode: kind.mode)
            if kind == .picture { fchmod(opened.0.number, status.st_mode & 0o777) }
            return opened
        case S_IFLNK where kind == .picture:
            return (try OwnedDescriptor(opening: path, O_WRONLY | O_NOCTTY), nil)
        default:
            return (try OwnedDescriptor(opening: path, O_WRONLY | O_NOFOLLOW | O_NOCTTY), nil)
        }
    }

    /// Creates a file with a unique name in the same directory.
    private static func openBeside(
        _ path: String, mode: mode_t
    ) throws(RuntimeError) -> (OwnedDescriptor, temporary: String?) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let temporary = "\(folder).kagami-\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
        let descriptor = try OwnedDescriptor(
            opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY, mode: mode)
        return (descriptor, temporary)
    }
}

extension OutputFile.Kind {
    fileprivate var mode: mode_t {
        switch self {
        case .picture: 0o666
        case .secret: 0o600
        }
    }
}
