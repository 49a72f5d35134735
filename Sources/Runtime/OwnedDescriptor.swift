import CLinux
import Glibc
import Synchronization

/// Owns a descriptor, which is closed when this object is released.
package final class OwnedDescriptor: Sendable {
    package let number: CInt
    private let account: DescriptorAccount?

    /// Takes ownership of an open descriptor.
    package convenience init(owning number: CInt) {
        self.init(owning: number, of: nil)
    }

    /// Takes ownership of an open descriptor, which counts in `account` until it is closed.
    package init(owning number: CInt, of account: DescriptorAccount?) {
        self.number = number
        self.account = account
        account?.add(1)
    }

    deinit {
        close(number)
        account?.add(-1)
    }

    /// Opens a file with close-on-exec.
    package convenience init(
        opening path: String, _ flags: CInt, mode: UInt32 = 0
    ) throws(RuntimeError) {
        let number = open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw RuntimeError("open", path) }
        self.init(owning: number)
    }

    /// Creates an empty memory file; /proc shows `name`.
    package convenience init(memoryFile name: String) throws(RuntimeError) {
        let number = kagami_memfd(name)
        guard number >= 0 else { throw RuntimeError("memfd_create", name) }
        self.init(owning: number)
    }

    /// Creates a pipe with close-on-exec. Reading never blocks.
    package static func pipe() throws(RuntimeError) -> (reading: OwnedDescriptor, writing: OwnedDescriptor) {
        var ends: [CInt] = [-1, -1]
        guard kagami_pipe(&ends, 1 << 16) == 0 else { throw RuntimeError("make", "a pipe") }
        let pipe = (reading: OwnedDescriptor(owning: ends[0]), writing: OwnedDescriptor(owning: ends[1]))
        guard fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw RuntimeError("set up", "a pipe") }
        return pipe
    }

    /// A descriptor of its own for what another one has open.
    package convenience init(duplicating number: CInt) throws(RuntimeError) {
        let number = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw RuntimeError("duplicate", "a descriptor") }
        self.init(owning: number)
    }

    /// Whether the descriptor is something to which bytes can be written without waiting for another process. Makes writing to
    /// pipes and sockets return at once; a regular file never waits.
    package func prepareForWriting() -> Bool {
        if isRegularFile { return true }
        var status = stat()
        guard fstat(number, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return false }
        let flags = fcntl(number, F_GETFL)
        return flags >= 0 && fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0
    }

    /// How far a writing has come.
    package enum Writing {
        /// All is written.
        case done
        /// The reader takes no more at the moment.
        case full
        case failed
    }

    /// Writes bytes from `position` on, which moves past those that the reader takes now. The descriptor is prepared for writing.
    package func write(_ bytes: [UInt8], from position: inout Int) -> Writing {
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno == EAGAIN ? .full : .failed }
            position += count
        }
        return .done
    }

    /// Whether the descriptor is a regular file, which can be read and written without waiting for another process.
    package var isRegularFile: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

/// Counts the descriptors held for somebody, on any thread.
package final class DescriptorAccount: Sendable {
    private let held = Atomic(0)

    package init() {}

    /// The number of open descriptors.
    package var count: Int { held.load(ordering: .relaxed) }

    fileprivate func add(_ difference: Int) {
        held.add(difference, ordering: .relaxed)
    }
}
