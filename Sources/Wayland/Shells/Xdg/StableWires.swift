import Geometry
import WaylandBinding

/// `xdg_wm_base`.
struct StableShellWire: ShellWire {
    let resource: Resource<XdgWmBase>

    var client: Client { resource.client }
    var isAlive: Bool { resource.isAlive }

    func sendPing(serial: UInt32) { resource.sendPing(serial: serial) }

    func post(_ code: XdgWmBase.ErrorCode, _ reason: String) { resource.post(code, reason) }
}

/// `xdg_surface`.
struct StableSurfaceWire: ShellSurfaceWire {
    let resource: Resource<XdgSurface>

    func sendConfigure(serial: UInt32) { resource.sendConfigure(serial: serial) }

    func post(_ code: XdgSurface.ErrorCode, _ reason: String) { resource.post(code, reason) }
}

/// `xdg_toplevel`.
struct StableToplevelWire: ToplevelWire {
    let resource: Resource<XdgToplevel>

    var knowsSuspended: Bool { resource.version >= 6 }

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities]) {
        resource.sendWmCapabilities(capabilities: WireArray.bytes(of: capabilities.map(\.rawValue)))
    }

    func sendBounds(_ size: Size<LogicalSpace>) {
        resource.sendConfigureBounds(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    }

    func sendConfigure(_ configuration: ToplevelConfiguration) {
        resource.sendConfigure(
            width: Int32(clamping: configuration.size.width), height: Int32(clamping: configuration.size.height),
            states: WireArray.bytes(of: configuration.states.map(\.rawValue)))
    }

    func sendClose() { resource.sendClose() }

    func post(_ code: XdgToplevel.ErrorCode, _ reason: String) { resource.post(code, reason) }
}

/// `xdg_popup`.
struct StablePopupWire: PopupWire {
    let resource: Resource<XdgPopup>

    func sendConfigure(_ place: Rect<LogicalSpace>) {
        resource.sendConfigure(
            x: Int32(clamping: place.x), y: Int32(clamping: place.y), width: Int32(clamping: place.width),
            height: Int32(clamping: place.height))
    }

    func sendDone() { resource.sendPopupDone() }

    func post(_ code: XdgPopup.ErrorCode, _ reason: String) { resource.post(code, reason) }
}

extension XdgSurface: ShellSurfaceInterface {
    static func wire(_ object: Resource<XdgSurface>, of shell: Resource<XdgWmBase>) -> any ShellSurfaceWire {
        StableSurfaceWire(resource: object)
    }

    static func requests(_ surface: ShellSurface) -> any XdgSurfaceRequests { surface }
}

extension XdgToplevel: ToplevelInterface {
    static func wire(_ object: Resource<XdgToplevel>, of shell: any ShellWire) -> any ToplevelWire {
        StableToplevelWire(resource: object)
    }

    static func requests(_ toplevel: Toplevel) -> any XdgToplevelRequests { toplevel }
}

extension XdgPopup: PopupInterface {
    static func wire(_ object: Resource<XdgPopup>) -> any PopupWire { StablePopupWire(resource: object) }
    static func requests(_ popup: Popup) -> any XdgPopupRequests { popup }
}
