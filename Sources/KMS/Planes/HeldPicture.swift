import Mirroring

/// A framebuffer that a head shows or is about to show, kept as it is for another head that shows it, too.
enum HeldPicture {
    case drawn(BufferLease<HeadBuffer>)
    case client(ClientFrame)

    var framebuffer: UInt32 {
        switch self {
        case .drawn(let lease): lease.buffer.framebuffer
        case .client(let frame): frame.framebuffer.id
        }
    }

    /// How the head shows a client's buffer; nil for a drawn picture.
    var clientView: PlaneView? {
        guard case .client(let frame) = self else { return nil }
        return frame.view
    }
}
