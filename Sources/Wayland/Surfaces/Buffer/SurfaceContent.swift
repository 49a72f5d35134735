import Mirroring

/// What a surface shows, or will show: a buffer, held as long as it does.
struct SurfaceContent {
    let buffer: ClientBuffer
    private let hold: BufferHold
    private let use: CommittedUse?

    /// `use` is what the client says about this commit's use of the buffer, where it does.
    init(_ buffer: ClientBuffer, use: (any BufferUse)? = nil) {
        self.buffer = buffer
        hold = BufferHold(buffer, use: use)
        self.use = use.map { CommittedUse($0, of: buffer) }
    }

    /// What the pixels are complete after; nil for pixels that always are.
    var fence: (any BufferFence)? { use?.use.acquisition ?? buffer.fence }
}

/// What a client says about one commit's use of a buffer: when the pixels are complete, and whom to tell that nobody reads
/// them any more.
///
/// Kept by the commit's contents and by all holds that begin while these are there. The use ends with the object.
protocol BufferUse: AnyObject {
    /// What the pixels are complete after, whatever devices do with the buffer's memory.
    var acquisition: any BufferFence { get }
}

/// A use as long as the commit's contents are there. Readers that hold the buffer for longer keep the use alone.
private final class CommittedUse {
    let use: any BufferUse
    private let buffer: ClientBuffer

    init(_ use: any BufferUse, of buffer: ClientBuffer) {
        self.use = use
        self.buffer = buffer
        buffer.useBegan(use)
    }

    deinit {
        buffer.useEnded(use)
    }
}

/// The uses of a buffer that several commits show, as one hold keeps them.
final class BufferUses {
    private let all: [any BufferUse]

    init(all: [any BufferUse]) {
        self.all = all
    }
}
