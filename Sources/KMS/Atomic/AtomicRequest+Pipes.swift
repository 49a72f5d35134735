import CDRM
import Geometry
import Mirroring

extension AtomicRequest {
    /// Enables a head on `pipe` with its mode and what it shows filling the screen, and resets properties that an
    /// earlier program may have changed. A display that is turned off stays so.
    mutating func light(_ head: Head, on pipe: HeadPipe) {
        set(.crtcID, of: head.connector, to: UInt64(pipe.crtc.number))
        set(head.connector.takeoverSettings(head.depth), of: head.connector)

        set(.modeID, of: pipe.crtc, to: UInt64(head.picture.modeBlob.id))
        set(.active, of: pipe.crtc, to: head.isOn ? 1 : 0)
        set(pipe.crtc.takeoverSettings, of: pipe.crtc)
        if head.timing.isVariable { setIfPresent(.variableRefresh, of: pipe.crtc, to: 1) }

        set(.framebufferID, of: pipe.plane, to: UInt64(head.framebuffer))
        set(.crtcID, of: pipe.plane, to: UInt64(pipe.crtc.number))
        setIfPresent(.damageClips, of: pipe.plane, to: 0)
        set(pipe.plane.takeoverSettings, of: pipe.plane)
        let size = head.picture.mode.size
        let (width, height) = (UInt64(clamping: size.width), UInt64(clamping: size.height))
        for name in [PropertyName.crtcX, .crtcY, .sourceX, .sourceY] { set(name, of: pipe.plane, to: 0) }
        set(.crtcWidth, of: pipe.plane, to: width)
        set(.crtcHeight, of: pipe.plane, to: height)
        set(.sourceWidth, of: pipe.plane, to: width << 16)
        set(.sourceHeight, of: pipe.plane, to: height << 16)
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
