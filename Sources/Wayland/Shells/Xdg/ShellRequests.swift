import WaylandBinding

/// An interface of shell surfaces: `xdg_surface` or `zxdg_surface_v6`.
protocol ShellSurfaceInterface: WaylandInterface {
    associatedtype Shell: WaylandInterface

    static func wire(_ object: Resource<Self>, of shell: Resource<Shell>) -> any ShellSurfaceWire
    static func requests(_ surface: ShellSurface) -> Requests
}

/// An interface of toplevels.
protocol ToplevelInterface: WaylandInterface {
    static func wire(_ object: Resource<Self>, of shell: any ShellWire) -> any ToplevelWire
    static func requests(_ toplevel: Toplevel) -> Requests
}

/// An interface of popups.
protocol PopupInterface: WaylandInterface {
    static func wire(_ object: Resource<Self>) -> any PopupWire
    static func requests(_ popup: Popup) -> Requests
}

/// The requests of `xdg_wm_base` and `zxdg_shell_v6`.
extension ShellBase: XdgWmBaseRequests, ZxdgShellV6Requests {
    func destroy(_ resource: Resource<XdgWmBase>) {
        destroyed()
    }

    func destroy(_ resource: Resource<ZxdgShellV6>) {
        destroyed()
    }

    func createPositioner(_ resource: Resource<XdgWmBase>, id: NewResource<XdgPositioner>) {
        id.create(PositionerObject(takesEmptyAnchor: true))
    }

    func createPositioner(_ resource: Resource<ZxdgShellV6>, id: NewResource<ZxdgPositionerV6>) {
        id.create(PositionerObject(takesEmptyAnchor: false))
    }

    func getXdgSurface<Object: ShellSurfaceInterface>(
        _ resource: Resource<Object.Shell>, id: NewResource<Object>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface),
            let shell = makeShellSurface(surface, wire: Object.wire(object, of: resource))
        else { return }
        object.handler = Object.requests(shell)
        object.onDestroy { shell.objectDestroyed() }
    }

    func pong<Object>(_ resource: Resource<Object>, serial: UInt32) {
        pong(serial: serial)
    }
}

/// The requests of `xdg_surface` and `zxdg_surface_v6`.
extension ShellSurface: XdgSurfaceRequests, ZxdgSurfaceV6Requests {
    func destroy(_ resource: Resource<XdgSurface>) {
        destroyRequested()
    }

    func destroy(_ resource: Resource<ZxdgSurfaceV6>) {
        destroyRequested()
    }

    func getToplevel<Parent, Object: ToplevelInterface>(_ resource: Resource<Parent>, id: NewResource<Object>) {
        let object = id.createInert()
        guard object.isAlive, let toplevel = makeToplevel(Object.wire(object, of: base.wire)) else { return }
        object.handler = Object.requests(toplevel)
        object.onDestroy { toplevel.objectDestroyed() }
        toplevel.created()
    }

    func getPopup(
        _ resource: Resource<XdgSurface>, id: NewResource<XdgPopup>, parent: Resource<XdgSurface>?,
        positioner: Resource<XdgPositioner>
    ) {
        addPopup(id, parent: parent.flatMap(ShellSurface.of), PositionerObject.of(positioner))
    }

    func getPopup(
        _ resource: Resource<ZxdgSurfaceV6>, id: NewResource<ZxdgPopupV6>, parent: Resource<ZxdgSurfaceV6>,
        positioner: Resource<ZxdgPositionerV6>
    ) {
        addPopup(id, parent: ShellSurface.of(parent), PositionerObject.of(positioner))
    }

    private func addPopup<Object: PopupInterface>(
        _ id: NewResource<Object>, parent: ShellSurface?, _ positioner: PositionerObject?
    ) {
        let object = id.createInert()
        guard object.isAlive, var rules = checkedRules(positioner) else { return }
        // Popups below version 3 must not be configured again, even with a newer positioner.
        rules.isReactive = rules.isReactive && object.version >= 3
        guard let popup = makePopup(Object.wire(object), parent: parent, rules: rules) else { return }
        object.handler = Object.requests(popup)
        object.onDestroy { popup.objectDestroyed() }
        popup.created()
    }

    func setWindowGeometry<Object>(_ resource: Resource<Object>, x: Int32, y: Int32, width: Int32, height: Int32) {
        setWindowGeometry(x: x, y: y, width: width, height: height)
    }

    func ackConfigure<Object>(_ resource: Resource<Object>, serial: UInt32) {
        acknowledge(serial)
    }
}

/// The requests of `xdg_popup` and `zxdg_popup_v6`.
extension Popup: XdgPopupRequests, ZxdgPopupV6Requests {
    func destroy(_ resource: Resource<XdgPopup>) {
        destroyRequested()
    }

    func destroy(_ resource: Resource<ZxdgPopupV6>) {
        destroyRequested()
    }

    func grab<Object>(_ resource: Resource<Object>, seat: Resource<WlSeat>, serial: UInt32) {
        grab(serial: serial)
    }

    func reposition(_ resource: Resource<XdgPopup>, positioner: Resource<XdgPositioner>, token: UInt32) {
        guard let rules = shell.checkedRules(PositionerObject.of(positioner)), isCurrent else { return }
        reposition(rules) { resource.sendRepositioned(token: token) }
    }
}
