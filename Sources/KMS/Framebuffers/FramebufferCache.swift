import Mirroring

/// The framebuffers of clients' buffers. Each is made once, and dropped when its buffer has gone; whoever shows one keeps it
/// meanwhile.
final class FramebufferCache<Framebuffer: AnyObject> {
    private struct Entry {
        weak var buffer: (any Buffer)?
        /// Nil for a buffer of which none can be made.
        let framebuffer: Framebuffer?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    var count: Int { entries.count }

    /// The framebuffer of a buffer; nil where none can be made, which is tried once.
    func framebuffer(of buffer: any Buffer, make: () -> Framebuffer?) -> Framebuffer? {
        let id = ObjectIdentifier(buffer)
        // Another buffer may have had the same address.
        if let entry = entries[id], entry.buffer === buffer { return entry.framebuffer }
        dropGone()
        let made = make()
        entries[id] = Entry(buffer: buffer, framebuffer: made)
        return made
    }

    /// Drops the framebuffers whose buffers have gone.
    func dropGone() {
        entries = entries.filter { $0.value.buffer != nil }
    }

    func removeAll() {
        entries = [:]
    }
}
