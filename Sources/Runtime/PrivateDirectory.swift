import Glibc

/// An entry of a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package let name: String
    /// Whether the entry is a directory; a link to a directory is not.
    package let isDirectory: Bool

    /// The entries of a directory except itself and its parent, unsorted and at most `limit`; none if the directory cannot be read.
    package static func all(in directory: String, limit: Int = .max) -> [DirectoryEntry] {
        (try? list(directory, limit: limit)) ?? []
    }

    /// The same; throws if the directory cannot be read.
    package static func list(_ directory: String, limit: Int = .max) throws(RuntimeError) -> [DirectoryEntry] {
        guard let stream = opendir(directory) else { throw RuntimeError("read", directory) }
        defer { closedir(stream) }
        return all(in: stream, limit: limit)
    }

    /// The same for an open directory.
    static func all(in stream: OpaquePointer, limit: Int = .max) -> [DirectoryEntry] {
        var entries: [DirectoryEntry] = []
        while entries.count < limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            entries.append(DirectoryEntry(name: name, isDirectory: CInt(entry.pointee.d_type) == CInt(DT_DIR)))
        }
        return entries
    }
}

/// A directory of mode 0700, removed with its contents when this object is released.
package final class PrivateDirectory {
    package let path: String

    /// Creates the directory, and replaces one left behind by a killed service.
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
