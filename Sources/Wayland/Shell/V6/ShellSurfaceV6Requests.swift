import WaylandBinding

extension ShellSurface: ZxdgSurfaceV6Requests {
    func destroy(_ resource: Resource<ZxdgSurfaceV6>) {
        destroyRequested()
    }

    func getToplevel(_ resource: Resource<ZxdgSurfaceV6>, id: NewResource<ZxdgToplevelV6>) {
        let object = id.createInert()
        guard object.isAlive, let toplevel = makeToplevel(V6ToplevelWire(resource: object, base: base.wire)) else {
            return
        }
        object.handler = toplevel
        object.onDestroy { toplevel.objectDestroyed() }
        toplevel.created()
    }

    func getPopup(
        _ resource: Resource<ZxdgSurfaceV6>, id: NewResource<ZxdgPopupV6>, parent: Resource<ZxdgSurfaceV6>,
        positioner: Resource<ZxdgPositionerV6>
    ) {
        let object = id.createInert()
        guard object.isAlive, let rules = checkedRules(PositionerObject.of(positioner)) else { return }
        let wire = V6PopupWire(resource: object)
        guard let popup = makePopup(wire, parent: ShellSurface.of(parent), rules: rules) else { return }
        object.handler = popup
        object.onDestroy { popup.objectDestroyed() }
        popup.created()
    }

    func setWindowGeometry(_ resource: Resource<ZxdgSurfaceV6>, x: Int32, y: Int32, width: Int32, height: Int32) {
        setWindowGeometry(x: x, y: y, width: width, height: height)
    }

    func ackConfigure(_ resource: Resource<ZxdgSurfaceV6>, serial: UInt32) {
        acknowledge(serial)
    }
}
