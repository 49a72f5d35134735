import Geometry
import Mirroring
import WaylandBinding

/// An X window as a toplevel.
final class XToplevel {
    let id: XWindowID
    private let shell: ShellSurface
    let toplevel: Toplevel
    private var token: String?
    /// The corner that the window manager was told.
    private var told: WindowOrigin?

    /// Nil if the surface has another role.
    init?(_ id: XWindowID, _ surface: Surface, on desktop: Desktop, _ windows: XWindows) {
        let base = ShellBase(
            XShellWire(id: id, client: surface.client, windows: windows), .x, desktop: desktop, clock: windows.clock,
            logger: windows.logger)
        guard let shell = base.makeShellSurface(surface, wire: XSurfaceWire()) else { return nil }
        let wire = XToplevelWire(id, windows)
        guard let toplevel = shell.makeToplevel(wire) else {
            shell.objectDestroyed()
            return nil
        }
        (self.id, self.shell, self.toplevel) = (id, shell, toplevel)
    }

    /// Shows the window, with its first description.
    func show(_ description: XWindowDescription, parent: Toplevel?) {
        take(description, parent: parent)
        take(maximized: description.state.isMaximized)
        take(fullscreen: description.state.isFullscreen, x: description.state.fullscreenX)
        toplevel.created()
        shell.mapIfReady()
        if description.isUrgent { take(attention: true) }
    }

    /// The client asks for attention, or takes that back.
    func take(attention isUrgent: Bool) {
        if isUrgent { toplevel.shell.desktop.askForAttention(toplevel) } else { toplevel.setUrgent(false) }
    }

    func take(_ description: XWindowDescription, parent: Toplevel?) {
        if parent !== toplevel.parent, parent !== toplevel { toplevel.parentRequested(parent) }
        if let title = description.title, title != toplevel.title { toplevel.rename(title) }
        toplevel.take(description.icon)
        toplevel.processID = description.processID
        if let appID = description.appID, appID != toplevel.appID { toplevel.identify(appID.text) }
        toplevel.wishes.pendingLimits = SizeLimits(
            minimum: description.minimum.reinterpreted(), maximum: description.maximum.reinterpreted())
        _ = toplevel.willCommit()
        if description.keepsSize != toplevel.wishes.keepsSize {
            toplevel.wishes.keepsSize = description.keepsSize
            toplevel.reconfigure()
        }
        if let token = description.token, token != self.token {
            self.token = token
            toplevel.shell.desktop.activate(toplevel, with: token)
        }
    }

    /// `x` is where the client wants the corner of the full-screen window.
    func take(fullscreen isFullscreen: Bool, x: Int) {
        guard isFullscreen != toplevel.wishes.isFullscreen else { return }
        if isFullscreen, let panel = toplevel.shell.desktop.panelScreen, panel.isApart {
            toplevel.choose(toplevel.shell.desktop.isOnPanel(pixelX: x) ? .panel : .external)
        }
        toplevel.change { $0.isFullscreen = isFullscreen }
    }

    func take(maximized isMaximized: Bool) {
        guard isMaximized != toplevel.wishes.isMaximized else { return }
        toplevel.change { $0.isMaximized = isMaximized }
    }

    func take(_ drag: XWindowDrag) {
        if drag == .cancel { return toplevel.endDrag() }
        let presses = toplevel.shell.desktop.seat?.pressSerials(of: toplevel.shell.client) ?? []
        for serial in presses where toplevel.dragged == nil {
            if let edges = drag.edges {
                toplevel.beginResize(edges: edges.rawValue, serial: serial)
            } else {
                toplevel.beginMove(serial: serial)
            }
        }
    }

    func answered(serial: UInt32) {
        shell.base.pong(serial: serial)
    }

    /// Tells the window manager where the window is, if that has changed.
    func tellPlace(_ observer: any XWindowObserver) {
        let corner = toplevel.origin
        guard shell.isMapped, corner != told else { return }
        told = corner
        observer.place(id, x: corner.x, y: corner.y)
    }

    /// Hides the window for good.
    func end() {
        toplevel.objectDestroyed()
        shell.objectDestroyed()
    }
}

extension XWindowDrag {
    /// The edges that a resize moves; nil for no resize.
    fileprivate var edges: XdgToplevel.ResizeEdge? {
        switch self {
        case .topLeft: .topLeft
        case .top: .top
        case .topRight: .topRight
        case .right: .right
        case .bottomRight: .bottomRight
        case .bottom: .bottom
        case .bottomLeft: .bottomLeft
        case .left: .left
        case .move, .cancel: nil
        }
    }
}

/// The pings of an X window; X has no errors of this kind.
private struct XShellWire: ShellWire {
    let id: XWindowID
    let client: Client
    weak var windows: XWindows?

    var isAlive: Bool { client.handle != nil }

    func sendPing(serial: UInt32) { windows?.xWindowObserver?.ping(id, serial: serial) }

    func post(_ code: XdgWmBase.ErrorCode, _ reason: String) {}
}

/// X windows have no configure sequences.
private struct XSurfaceWire: ShellSurfaceWire {
    func sendConfigure(serial: UInt32) {}

    func post(_ code: XdgSurface.ErrorCode, _ reason: String) {}
}

/// What the desktop decides about an X window.
private final class XToplevelWire: ToplevelWire {
    let isInPixels = true
    private let id: XWindowID
    private weak var windows: XWindows?
    private var configuration = XWindowConfiguration()

    init(_ id: XWindowID, _ windows: XWindows) {
        (self.id, self.windows) = (id, windows)
    }

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities]) {}

    func sendBounds(_ size: Size<LogicalSpace>) {}

    func sendConfigure(_ next: ToplevelConfiguration) {
        configuration.size = next.size.reinterpreted()
        configuration.state = XWindowState(isFullscreen: next.isFullscreen, isMaximized: next.isMaximized)
        configuration.isActivated = next.isActivated
        tell()
    }

    func marksChanged(isMinimized: Bool, isUrgent: Bool) {
        (configuration.isMinimized, configuration.isUrgent) = (isMinimized, isUrgent)
        tell()
    }

    private func tell() { windows?.xWindowObserver?.configure(id, configuration) }

    func sendClose() { windows?.xWindowObserver?.close(id) }

    func post(_ code: XdgToplevel.ErrorCode, _ reason: String) {}
}
