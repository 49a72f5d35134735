import WaylandBinding

extension ShellSurface: XdgSurfaceRequests {
    func destroy(_ resource: Resource<XdgSurface>) {
        destroyRequested()
    }

    func getToplevel(_ resource: Resource<XdgSurface>, id: NewResource<XdgToplevel>) {
        let object = id.createInert()
        guard object.isAlive, let toplevel = makeToplevel(StableToplevelWire(resource: object)) else { return }
        object.handler = toplevel
        object.onDestroy { toplevel.objectDestroyed() }
        toplevel.created()
    }

    func getPopup(
        _ resource: Resource<XdgSurface>, id: NewResource<XdgPopup>, parent: Resource<XdgSurface>?,
        positioner: Resource<XdgPositioner>
    ) {
        let object = id.createInert()
        guard object.isAlive, var rules = checkedRules(PositionerObject.of(positioner)) else { return }
        // Popups below version 3 must not be configured again, even with a newer positioner.
        rules.isReactive = rules.isReactive && object.version >= 3
        let wire = StablePopupWire(resource: object)
        guard let popup = makePopup(wire, parent: parent.flatMap(ShellSurface.of), rules: rules) else { return }
        object.handler = popup
        object.onDestroy { popup.objectDestroyed() }
        popup.created()
    }

    func setWindowGeometry(_ resource: Resource<XdgSurface>, x: Int32, y: Int32, width: Int32, height: Int32) {
        setWindowGeometry(x: x, y: y, width: width, height: height)
    }

    func ackConfigure(_ resource: Resource<XdgSurface>, serial: UInt32) {
        acknowledge(serial)
    }
}
