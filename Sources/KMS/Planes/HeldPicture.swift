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

    var isClients: Bool {
        if case .client = self { true } else { false }
    }
}
