import WaylandBinding

extension ShellBase: XdgWmBaseRequests {
    func destroy(_ resource: Resource<XdgWmBase>) {
        destroyed()
    }

    func createPositioner(_ resource: Resource<XdgWmBase>, id: NewResource<XdgPositioner>) {
        id.create(PositionerObject())
    }

    func getXdgSurface(
        _ resource: Resource<XdgWmBase>, id: NewResource<XdgSurface>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface),
            let shell = makeShellSurface(surface, wire: StableSurfaceWire(resource: object))
        else { return }
        object.handler = shell
        object.onDestroy { shell.objectDestroyed() }
    }

    func pong(_ resource: Resource<XdgWmBase>, serial: UInt32) {
        pong(serial: serial)
    }
}
