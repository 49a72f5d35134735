import Geometry

/// `wl_shell` together with the one shell surface that a base makes here: each surface is pinged by itself.
struct LegacyShellWire: ShellWire {
    let shell: Resource<WlShell>
    let resource: Resource<WlShellSurface>

    var client: Client { resource.client }
    var isAlive: Bool { resource.isAlive }

    func sendPing(serial: UInt32) { resource.sendPing(serial: serial) }

    func post(_ code: XdgWmBase.ErrorCode, _ reason: String) {
        if code == .role { shell.post(WlShell.ErrorCode.role, reason) }
    }
}

/// `wl_shell_surface` has no configure sequences and no errors.
struct LegacySurfaceWire: ShellSurfaceWire {
    func sendConfigure(serial: UInt32) {}

    func post(_ code: XdgSurface.ErrorCode, _ reason: String) {}
}

/// `wl_shell_surface` as a toplevel: it hears of sizes only.
final class LegacyToplevelWire: ToplevelWire {
    private let resource: Resource<WlShellSurface>
    /// The size that the client was told last.
    private var told: Size<LogicalSpace>?

    init(_ resource: Resource<WlShellSurface>) {
        self.resource = resource
    }

    /// The client asks: it is answered even with a size that it knows.
    func forget() {
        told = nil
    }

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities]) {}

    func sendBounds(_ size: Size<LogicalSpace>) {}

    /// A size of zero, by which the client chooses in newer protocols, would be taken at its word.
    func sendConfigure(_ configuration: ToplevelConfiguration) {
        let size = configuration.size
        guard !size.isEmpty, size != told else { return }
        told = size
        resource.sendConfigure(
            edges: WlShellSurface.Resize(rawValue: configuration.resizing?.rawValue ?? 0),
            width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    }

    func sendClose() {}

    func post(_ code: XdgToplevel.ErrorCode, _ reason: String) {}
}

/// `wl_shell_surface` as a popup: its client has chosen the place and hears of nothing but the end.
struct LegacyPopupWire: PopupWire {
    let resource: Resource<WlShellSurface>

    func sendConfigure(_ place: Rect<LogicalSpace>) {}

    func sendDone() { resource.sendPopupDone() }

    func post(_ code: XdgPopup.ErrorCode, _ reason: String) {}
}
