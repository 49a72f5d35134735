import WaylandBinding

extension ShellBase: ZxdgShellV6Requests {
    func destroy(_ resource: Resource<ZxdgShellV6>) {
        destroyed()
    }

    func createPositioner(_ resource: Resource<ZxdgShellV6>, id: NewResource<ZxdgPositionerV6>) {
        id.create(PositionerObject())
    }

    func getXdgSurface(
        _ resource: Resource<ZxdgShellV6>, id: NewResource<ZxdgSurfaceV6>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface),
            let shell = makeShellSurface(surface, wire: V6SurfaceWire(resource: object, shell: resource))
        else { return }
        object.handler = shell
        object.onDestroy { shell.objectDestroyed() }
    }

    func pong(_ resource: Resource<ZxdgShellV6>, serial: UInt32) {
        pong(serial: serial)
    }
}
