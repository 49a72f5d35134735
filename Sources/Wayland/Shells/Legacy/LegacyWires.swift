import Geometry
import Logging
import WaylandBinding

/// `wl_shell` with the base's one shell surface: each surface is pinged separately.
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

/// `wl_shell_surface`, without configure sequences and errors.
struct LegacySurfaceWire: ShellSurfaceWire {
    func sendConfigure(serial: UInt32) {}

    func post(_ code: XdgSurface.ErrorCode, _ reason: String) {}
}

/// `wl_shell_surface` as a toplevel: its configure events carry only a size.
final class LegacyToplevelWire: ToplevelWire {
    private let resource: Resource<WlShellSurface>
    /// The size sent last.
    private var told: Size<LogicalSpace>?

    init(_ resource: Resource<WlShellSurface>) {
        self.resource = resource
    }

    /// Forgets the sent size: a request must be answered even if the size is unchanged.
    func forget() {
        told = nil
    }

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities]) {}

    func sendBounds(_ size: Size<LogicalSpace>) {}

    /// Does not send zero. In newer protocols zero lets the client choose the size, but here the client would take it literally.
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

/// `wl_shell_surface` as a popup: the client has chosen its place, and only `popup_done` is sent.
struct LegacyPopupWire: PopupWire {
    let resource: Resource<WlShellSurface>

    func sendConfigure(_ place: Rect<LogicalSpace>) {}

    func sendDone() { resource.sendPopupDone() }

    func post(_ code: XdgPopup.ErrorCode, _ reason: String) {}
}

/// One client's `wl_shell`, the core protocol's obsolete shell.
///
/// It has neither acknowledgements nor positioners, and only one error: a surface that has another role.
final class LegacyShell: WlShellRequests {
    private let desktop: Desktop
    private let clock: any LivenessClock
    private let logger: Logger

    init(desktop: Desktop, clock: any LivenessClock, logger: Logger) {
        self.desktop = desktop
        self.clock = clock
        self.logger = logger
    }

    func getShellSurface(
        _ resource: Resource<WlShell>, id: NewResource<WlShellSurface>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        let base = ShellBase(
            LegacyShellWire(shell: resource, resource: object), .legacy, desktop: desktop, clock: clock, logger: logger)
        guard let shell = base.makeShellSurface(surface, wire: LegacySurfaceWire()) else { return }
        let legacy = LegacySurface(object, shell: shell)
        object.handler = legacy
        object.onDestroy { legacy.objectDestroyed() }
        // `wl_shell_surface` has no destructor: it is destroyed with its surface.
        surface.resource.onDestroy { [weak object] in object?.destroy() }
    }
}
