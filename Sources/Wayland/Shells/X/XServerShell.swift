import WaylandBinding

/// `xwayland_shell_v1`: the X server gives the surfaces of its windows serials, by which the window manager finds them.
final class XServerShell: XwaylandShellV1Requests {
    func getXwaylandSurface(
        _ resource: Resource<XwaylandShellV1>, id: NewResource<XwaylandSurfaceV1>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        guard surface.attachments[XServerSurface.self] == nil, surface.assign(.xWindow) else {
            return resource.post(XwaylandShellV1.ErrorCode.role, "the surface has another role")
        }
        let named = XServerSurface(surface)
        object.handler = named
        surface.attach(named, until: object)
    }
}

/// A surface's `xwayland_surface_v1`.
final class XServerSurface: XwaylandSurfaceV1Requests {
    private(set) weak var surface: Surface?
    private var pending: UInt64?
    private var isNamed = false

    init(_ surface: Surface) {
        self.surface = surface
    }

    /// The serial, if this commit sets it.
    func commit() -> UInt64? {
        guard let pending, !isNamed else { return nil }
        isNamed = true
        return pending
    }

    func setSerial(_ resource: Resource<XwaylandSurfaceV1>, serialLo: UInt32, serialHi: UInt32) {
        if isNamed {
            return resource.post(XwaylandSurfaceV1.ErrorCode.alreadyAssociated, "the surface has a serial")
        }
        let serial = UInt64(serialHi) << 32 | UInt64(serialLo)
        guard serial != 0 else {
            return resource.post(XwaylandSurfaceV1.ErrorCode.invalidSerial, "the serial is zero")
        }
        pending = serial
    }
}
