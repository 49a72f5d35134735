import Glibc

/// Watches a file for changed contents or replacement.
///
/// The watch is on the directory: editors rename a new file into place, and the file may not exist yet.
package final class FileWatch {
    private let notifier: OwnedDescriptor
    private let name: String
    private let handler: () -> Void
    private var source: DescriptorSource?

    /// Calls `handler` after each change of the file at `path`, an absolute path in an existing directory.
    package init(_ path: String, loop: EventLoop, handler: @escaping () -> Void) throws(RuntimeError) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = path[..<slash]
        name = String(path[slash...].dropFirst())
        self.handler = handler
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        if descriptor < 0 { throw RuntimeError("inotify_init1") }
        notifier = OwnedDescriptor(owning: descriptor)
        let changes = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
        guard inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), changes) >= 0 else {
            throw RuntimeError("watch", String(folder))
        }
        source = try loop.watch(descriptor) { [weak self] _ in self?.read() }
    }

    deinit {
        source?.cancel()
    }

    /// Reads all pending events; several events for the file count as one change.
    private func read() {
        var hasChanged = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(notifier.number, buffer.baseAddress, buffer.count)
                if count <= 0 { return }
                if names(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])).contains(name) { hasChanged = true }
            }
        }
        if hasChanged { handler() }
    }

    /// The file names in a buffer of `inotify_event`s, each padded with zeros.
    private func names(in events: UnsafeRawBufferPointer) -> [String] {
        let head = MemoryLayout<inotify_event>.size
        var names: [String] = []
        var offset = 0
        while offset + head <= events.count {
            let length = Int(events.load(fromByteOffset: offset + 12, as: UInt32.self))
            let end = min(offset + head + length, events.count)
            names.append(String(decoding: events[offset + head..<end].prefix { $0 != 0 }, as: UTF8.self))
            offset = end
        }
        return names
    }
}
