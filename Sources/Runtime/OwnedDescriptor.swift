import CLinux
import Glibc

/// A descriptor with one owner: it is closed when the last holder of this object lets go of it.
package final class OwnedDescriptor: Sendable {
    package let number: CInt

    /// Takes over an open descriptor that nobody else closes.
    package init(owning number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a file, close-on-exec.
    package convenience init(
        opening path: String, _ flags: CInt, mode: mode_t = 0
    ) throws(RuntimeError) {
        let number = open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw RuntimeError("open", path) }
        self.init(owning: number)
    }

    /// An empty file in memory; `name` is what /proc shows.
    package convenience init(memoryFile name: String) throws(RuntimeError) {
        let number = kagami_memfd(name)
        guard number >= 0 else { throw RuntimeError("memfd_create", name) }
        self.init(owning: number)
    }

    /// Whether reading and writing never wait for somebody else: true of files, false of pipes, sockets and devices.
    package var isRegularFile: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
