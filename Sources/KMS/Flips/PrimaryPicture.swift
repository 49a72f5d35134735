import Mirroring

/// What a head's primary plane shows, and what the pending flip will put there: frames drawn in the head's own buffers, or
/// clients' frames, which are kept until another is on screen.
struct PrimaryPicture<ClientFrame> {
    enum Flip {
        /// The picture stays; only other planes change.
        case layers
        case drawn
        case client(ClientFrame)
    }

    /// The client's frame on screen; nil while a drawn one is.
    private(set) var shown: ClientFrame?
    private var pending: Flip?

    /// The client's frame on screen, or soon to be.
    var newest: ClientFrame? {
        switch pending {
        case .client(let frame): frame
        case .drawn: nil
        case .layers, nil: shown
        }
    }

    /// Whether a drawn frame is on its way.
    var isDrawnPending: Bool {
        if case .drawn = pending { true } else { false }
    }

    /// Records that a flip is on its way.
    mutating func committed(_ flip: Flip) {
        pending = flip
    }

    /// Records that the flip has happened; returns whether a drawn frame is on screen that was not before.
    mutating func flipped() -> Bool {
        defer { pending = nil }
        switch pending {
        case .drawn:
            shown = nil
            return true
        case .client(let frame): shown = frame
        case .layers, nil: break
        }
        return false
    }
}

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
