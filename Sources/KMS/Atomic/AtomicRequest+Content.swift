import CDRM
import Geometry
import Mirroring

/// Clients' buffers on planes of a head.
extension AtomicRequest {
    /// Shows a client's buffer, whatever the planes show at present.
    mutating func show(
        _ buffer: ClientFramebuffer, _ placement: ContentPlacement?, of head: Head, on pipe: HeadPipe
    ) {
        switch placement?.place {
        case nil:
            show(framebuffer: buffer.id, on: pipe.plane)
            fill(pipe.plane, with: head.picture.mode.size)
        case .primary?:
            show(framebuffer: buffer.id, on: pipe.plane)
            if let view = placement?.view { place(view, on: pipe.plane) }
        case .overlay(let plane, let black)?:
            show(framebuffer: black.framebuffer, on: pipe.plane)
            fill(pipe.plane, with: head.picture.mode.size)
            if let view = placement?.view { show(framebuffer: buffer.id, view, on: plane, of: pipe.crtc) }
        }
        if let old = head.placement?.overlay, old.id != placement?.overlay?.id { turnOff(old) }
        // All of it: nobody counts what has changed since this buffer was last on screen.
        setIfPresent(.damageClips, of: pipe.plane, to: 0)
    }

    /// Shows a client's buffer by what differs from the frame before; returns whether that is nothing but another framebuffer for
    /// the primary plane.
    mutating func flip(to frame: ClientFrame, of head: Head) -> Bool {
        let (old, new) = (head.placement, frame.placement)
        guard old?.overlay?.id == new?.overlay?.id, old?.view == new?.view, old?.black === new?.black else {
            show(frame.framebuffer, new, of: head, on: head.pipe)
            return false
        }
        let plane = new?.overlay ?? head.pipe.plane
        show(framebuffer: frame.framebuffer.id, on: plane)
        setIfPresent(.damageClips, of: plane, to: 0)
        return new?.overlay == nil
    }

    /// Has the primary plane show all of a picture again, and no overlay a client's buffer; returns whether that changes
    /// anything.
    mutating func removePlacement(of head: Head) -> Bool {
        guard let old = head.placement else { return false }
        if let overlay = old.overlay { turnOff(overlay) }
        fill(head.pipe.plane, with: head.picture.mode.size)
        return true
    }
}
