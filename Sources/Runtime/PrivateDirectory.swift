import Glibc

/// A directory of mode 0700, removed with its contents when this object is released.
package final class PrivateDirectory {
    package let path: String

    /// Makes the directory, replacing one left behind by a killed service.
    package init(_ path: String) throws(RuntimeError) {
        self.path = path
        Self.remove(path, below: AT_FDCWD)
        if mkdir(path, 0o700) != 0 { throw RuntimeError("create", path) }
    }

    deinit {
        Self.remove(path, below: AT_FDCWD)
    }

    /// Removes a file, or a directory with its contents, without following links.
    private static func remove(_ name: String, below parent: CInt) {
        if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return }
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0, let stream = fdopendir(descriptor) {
            for entry in DirectoryEntry.all(in: stream) { remove(entry.name, below: descriptor) }
            closedir(stream)
        } else if descriptor >= 0 {
            close(descriptor)
        }
        unlinkat(parent, name, AT_REMOVEDIR)
    }
}
