import Mirroring

/// The framebuffers of clients' buffers. Each is made once, and dropped when its buffer has gone; whoever shows one keeps it
/// meanwhile.
final class FramebufferCache<Framebuffer: AnyObject> {
    private struct Entry {
        let id: ObjectIdentifier
        weak var buffer: (any Buffer)?
        /// Nil for a buffer of which none can be made.
        let framebuffer: Framebuffer?
    }

    /// In no order: a client has a few, through which a search is faster than a table's.
    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// The framebuffer of a buffer; nil where none can be made, which is tried once.
    func framebuffer(of buffer: any Buffer, make: () -> Framebuffer?) -> Framebuffer? {
        let id = ObjectIdentifier(buffer)
        for index in entries.indices where entries[index].id == id {
            if entries[index].buffer === buffer { return entries[index].framebuffer }
        }
        // Another buffer may have had the same address.
        dropGone()
        let made = make()
        entries.append(Entry(id: id, buffer: buffer, framebuffer: made))
        return made
    }

    /// Drops the framebuffers whose buffers have gone. Called for each frame, and hardly ever anything has.
    func dropGone() {
        for index in entries.indices.reversed() where entries[index].buffer == nil {
            entries.swapAt(index, entries.count - 1)
            entries.removeLast()
        }
    }

    func removeAll() {
        entries = []
    }
}
