import CDRM
import Geometry
import Mirroring

extension AtomicRequest {
    /// Enables a head on `pipe` with its mode and what it shows, and resets properties that an earlier program may have changed.
    /// A display that is turned off stays so.
    ///
    /// With `isBare`, a client's buffer that is not all of the primary plane is left out: what was drawn before it is shown.
    mutating func light(_ head: Head, on pipe: HeadPipe, isBare: Bool = false) {
        set(.crtcID, of: head.connector, to: UInt64(pipe.crtc.number))
        set(head.connector.takeoverSettings(head.depth), of: head.connector)

        set(.modeID, of: pipe.crtc, to: UInt64(head.picture.modeBlob.id))
        set(.active, of: pipe.crtc, to: head.isOn ? 1 : 0)
        set(pipe.crtc.takeoverSettings, of: pipe.crtc)
        if head.timing.isVariable { setIfPresent(.variableRefresh, of: pipe.crtc, to: 1) }

        set(.crtcID, of: pipe.plane, to: UInt64(pipe.crtc.number))
        setIfPresent(.damageClips, of: pipe.plane, to: 0)
        set(pipe.plane.takeoverSettings, of: pipe.plane)
        let placement = head.client?.placement
        if isBare, placement != nil {
            show(framebuffer: head.drawnFramebuffer, on: pipe.plane)
            fill(pipe.plane, with: head.picture.mode.size)
        } else if let client = head.client {
            show(client.framebuffer, placement, of: head, on: pipe)
        } else {
            show(framebuffer: head.framebuffer, on: pipe.plane)
            fill(pipe.plane, with: head.picture.mode.size)
        }
    }

    /// Has a plane show all of a framebuffer of this size on all of the screen.
    mutating func fill(_ plane: Plane, with size: Size<ScanoutSpace>) {
        let (width, height) = (UInt64(clamping: size.width), UInt64(clamping: size.height))
        for name in [PropertyName.crtcX, .crtcY, .sourceX, .sourceY] { set(name, of: plane, to: 0) }
        set(.crtcWidth, of: plane, to: width)
        set(.crtcHeight, of: plane, to: height)
        set(.sourceWidth, of: plane, to: width << 16)
        set(.sourceHeight, of: plane, to: height << 16)
    }

    /// Sets another framebuffer of the same size on a plane.
    mutating func show(framebuffer: UInt32, on plane: Plane) {
        set(.framebufferID, of: plane, to: UInt64(framebuffer))
    }

    mutating func turnOff(_ connector: Connector) {
        set(.crtcID, of: connector, to: 0)
    }

    mutating func turnOff(_ crtc: CRTC) {
        set(.active, of: crtc, to: 0)
        set(.modeID, of: crtc, to: 0)
    }

    mutating func turnOff(_ plane: Plane) {
        set(.framebufferID, of: plane, to: 0)
        set(.crtcID, of: plane, to: 0)
    }
}

/// Clients' buffers on planes of a head.
extension AtomicRequest {
    /// Shows a client's buffer, whatever the planes show at present.
    mutating func show(
        _ buffer: ClientFramebuffer, _ placement: ContentPlacement?, of head: Head, on pipe: HeadPipe
    ) {
        if head.placement?.isBare == true { set(.crtcID, of: pipe.plane, to: UInt64(pipe.crtc.number)) }
        switch placement?.place {
        case nil:
            show(framebuffer: buffer.id, on: pipe.plane)
            fill(pipe.plane, with: head.picture.mode.size)
        case .primary?:
            show(framebuffer: buffer.id, on: pipe.plane)
            if let view = placement?.view { place(view, on: pipe.plane) }
        case .overlay(let plane, let black)?:
            if let black {
                show(framebuffer: black.framebuffer, on: pipe.plane)
                fill(pipe.plane, with: head.picture.mode.size)
            } else {
                turnOff(pipe.plane)
            }
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
        if old.isBare { set(.crtcID, of: head.pipe.plane, to: UInt64(head.pipe.crtc.number)) }
        fill(head.pipe.plane, with: head.picture.mode.size)
        return true
    }
}
