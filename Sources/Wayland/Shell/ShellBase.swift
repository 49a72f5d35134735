import Logging

/// One client's `xdg_wm_base`: makes its shell surfaces and asks whether it is still alive.
final class ShellBase {
    let resource: Resource<XdgWmBase>
    private let desktop: Desktop
    private let liveness: ClientLiveness
    /// Shell surfaces made through this object that still live.
    private var surfaceCount = 0

    init(_ resource: Resource<XdgWmBase>, desktop: Desktop, clock: any LivenessClock, logger: Logger) {
        self.resource = resource
        self.desktop = desktop
        liveness = ClientLiveness(resource: resource, clock: clock, logger: logger)
    }

    /// The user did something with one of the client's windows.
    func checkLiveness(serial: UInt32) {
        liveness.ping(serial: serial)
    }

    private static func problem(_ surface: Surface) -> (code: XdgWmBase.ErrorCode, reason: String)? {
        if surface.role != nil { return (.role, "the surface has a role already") }
        switch surface.roleKind {
        case nil, .toplevel, .popup: break
        case .subsurface, .cursor, .dragIcon, .layer: return (.role, "the surface has had a role outside this shell")
        }
        if surface.hasContent || surface.pending.attachesBuffer {
            return (.invalidSurfaceState, "the surface has a buffer already")
        }
        return nil
    }
}

extension ShellBase: XdgWmBaseRequests {
    func destroy(_ resource: Resource<XdgWmBase>) {
        if surfaceCount > 0 {
            resource.post(XdgWmBase.ErrorCode.defunctSurfaces, "\(surfaceCount) shell surfaces are still there")
        }
    }

    func createPositioner(_ resource: Resource<XdgWmBase>, id: NewResource<XdgPositioner>) {
        id.create(PositionerObject())
    }

    func getXdgSurface(
        _ resource: Resource<XdgWmBase>, id: NewResource<XdgSurface>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        if let problem = Self.problem(surface) { return resource.post(problem.code, problem.reason) }
        object.handler = ShellSurface(object, surface: surface, base: self, desktop: desktop)
        surfaceCount += 1
        object.onDestroy { [weak self] in self?.surfaceCount -= 1 }
    }

    func pong(_ resource: Resource<XdgWmBase>, serial: UInt32) {
        liveness.pong(serial: serial)
    }
}
