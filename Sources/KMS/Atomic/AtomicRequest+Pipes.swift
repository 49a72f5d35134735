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
