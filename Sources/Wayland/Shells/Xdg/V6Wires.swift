import Geometry
import WaylandBinding

/// `zxdg_shell_v6`, whose errors have the stable protocol's numbers.
struct V6ShellWire: ShellWire {
    let resource: Resource<ZxdgShellV6>

    var client: Client { resource.client }
    var isAlive: Bool { resource.isAlive }

    func sendPing(serial: UInt32) { resource.sendPing(serial: serial) }

    func post(_ code: XdgWmBase.ErrorCode, _ reason: String) {
        resource.post(ZxdgShellV6.ErrorCode(rawValue: code.rawValue) ?? .invalidSurfaceState, reason)
    }
}

/// `zxdg_surface_v6`. Errors that it lacks are posted as the shell's `invalid_surface_state`.
struct V6SurfaceWire: ShellSurfaceWire {
    let resource: Resource<ZxdgSurfaceV6>
    let shell: Resource<ZxdgShellV6>

    func sendConfigure(serial: UInt32) { resource.sendConfigure(serial: serial) }

    func post(_ code: XdgSurface.ErrorCode, _ reason: String) {
        if let own = ZxdgSurfaceV6.ErrorCode(rawValue: code.rawValue) {
            resource.post(own, reason)
        } else {
            shell.post(ZxdgShellV6.ErrorCode.invalidSurfaceState, reason)
        }
    }
}

/// `zxdg_toplevel_v6`, which has no errors of its own: the shell's errors are posted instead.
struct V6ToplevelWire: ToplevelWire {
    let resource: Resource<ZxdgToplevelV6>
    let base: any ShellWire

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities]) {}

    func sendBounds(_ size: Size<LogicalSpace>) {}

    func sendConfigure(_ configuration: ToplevelConfiguration) {
        resource.sendConfigure(
            width: Int32(clamping: configuration.size.width), height: Int32(clamping: configuration.size.height),
            states: WireArray.bytes(of: configuration.states.map(\.rawValue)))
    }

    func sendClose() { resource.sendClose() }

    func post(_ code: XdgToplevel.ErrorCode, _ reason: String) { base.post(.invalidSurfaceState, reason) }
}

/// `zxdg_popup_v6`.
struct V6PopupWire: PopupWire {
    let resource: Resource<ZxdgPopupV6>

    func sendConfigure(_ place: Rect<LogicalSpace>) {
        resource.sendConfigure(
            x: Int32(clamping: place.x), y: Int32(clamping: place.y), width: Int32(clamping: place.width),
            height: Int32(clamping: place.height))
    }

    func sendDone() { resource.sendPopupDone() }

    func post(_ code: XdgPopup.ErrorCode, _ reason: String) {
        resource.post(ZxdgPopupV6.ErrorCode.invalidGrab, reason)
    }
}

extension ZxdgSurfaceV6: ShellSurfaceInterface {
    static func wire(_ object: Resource<ZxdgSurfaceV6>, of shell: Resource<ZxdgShellV6>) -> any ShellSurfaceWire {
        V6SurfaceWire(resource: object, shell: shell)
    }

    static func requests(_ surface: ShellSurface) -> any ZxdgSurfaceV6Requests { surface }
}

extension ZxdgToplevelV6: ToplevelInterface {
    static func wire(_ object: Resource<ZxdgToplevelV6>, of shell: any ShellWire) -> any ToplevelWire {
        V6ToplevelWire(resource: object, base: shell)
    }

    static func requests(_ toplevel: Toplevel) -> any ZxdgToplevelV6Requests { toplevel }
}

extension ZxdgPopupV6: PopupInterface {
    static func wire(_ object: Resource<ZxdgPopupV6>) -> any PopupWire { V6PopupWire(resource: object) }
    static func requests(_ popup: Popup) -> any ZxdgPopupV6Requests { popup }
}
