import CDRM
import Geometry
import Mirroring

extension AtomicRequest {
    /// Enables a head on `pipe` with its mode and what it shows filling the screen, and resets properties that an
    /// earlier program may have changed.
    mutating func light(_ head: Head, on pipe: HeadPipe) {
        set(.crtcID, of: head.connector, to: UInt64(pipe.crtc.number))
        setIfPresent(.linkStatus, of: head.connector, to: UInt64(DRM_MODE_LINK_STATUS_GOOD))
        setIfPresent(.hdrMetadata, of: head.connector, to: 0)
        choose("Default", .colorspace, of: head.connector)
        choose("No Data", .contentType, of: head.connector)
        choose("Automatic", .broadcastRange, of: head.connector)

        set(.modeID, of: pipe.crtc, to: UInt64(head.picture.modeBlob.id))
        set(.active, of: pipe.crtc, to: 1)
        for name in [PropertyName.gammaTable, .degammaTable, .colorMatrix, .variableRefresh] {
            setIfPresent(name, of: pipe.crtc, to: 0)
        }

        set(.framebufferID, of: pipe.plane, to: UInt64(head.framebuffer))
        set(.crtcID, of: pipe.plane, to: UInt64(pipe.crtc.number))
        setIfPresent(.rotation, of: pipe.plane, to: UInt64(DRM_MODE_ROTATE_0))
        setIfPresent(.damageClips, of: pipe.plane, to: 0)
        setIfPresent(.alpha, of: pipe.plane, to: Self.opaque)
        choose("Pre-multiplied", .blendMode, of: pipe.plane)
        let size = head.picture.mode.size
        let (width, height) = (UInt64(clamping: size.width), UInt64(clamping: size.height))
        for name in [PropertyName.crtcX, .crtcY, .sourceX, .sourceY] { set(name, of: pipe.plane, to: 0) }
        set(.crtcWidth, of: pipe.plane, to: width)
        set(.crtcHeight, of: pipe.plane, to: height)
        set(.sourceWidth, of: pipe.plane, to: width << 16)
        set(.sourceHeight, of: pipe.plane, to: height << 16)
    }

    /// The kernel's full alpha of a plane.
    private static let opaque: UInt64 = 0xFFFF

    /// Sets an enumerated property, where it is there and knows the choice.
    private mutating func choose(_ choice: String, _ name: PropertyName, of object: some AtomicObject) {
        guard let value = object.properties[name]?.value(named: choice) else { return }
        setIfPresent(name, of: object, to: value)
    }

    /// Sets another framebuffer of the same size on a plane.
    mutating func show(_ buffer: DumbBuffer, on plane: Plane) {
        set(.framebufferID, of: plane, to: UInt64(buffer.framebuffer))
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
