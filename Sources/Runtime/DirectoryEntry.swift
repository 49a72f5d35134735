import Glibc

/// Something in a directory.
package struct DirectoryEntry: Hashable, Sendable {
    package let name: String
    /// Whether it is a directory itself; a link to one is none.
    package let isDirectory: Bool

    /// What a directory holds, but for itself and the one above, in no order and at most `limit`; nothing where the
    /// directory cannot be read.
    package static func all(in directory: String, limit: Int = .max) -> [DirectoryEntry] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        return all(in: stream, limit: limit)
    }

    /// The same of a directory that is open.
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
