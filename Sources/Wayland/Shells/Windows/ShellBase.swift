import Logging
import WaylandBinding

/// One client's shell object: makes shell surfaces and pings the client.
final class ShellBase {
    let wire: any ShellWire
    let shellProtocol: ShellProtocol
    private let desktop: Desktop
    private let liveness: ClientLiveness
    /// The number of live shell surfaces of this object.
    private var surfaceCount = 0

    init(
        _ wire: any ShellWire, _ shellProtocol: ShellProtocol, desktop: Desktop, clock: any LivenessClock,
        logger: Logger
    ) {
        self.wire = wire
        self.shellProtocol = shellProtocol
        self.desktop = desktop
        liveness = ClientLiveness(wire, clock: clock, logger: logger)
    }

    /// Pings the client on a user action in one of its windows.
    func checkLiveness(serial: UInt32) {
        liveness.ping(serial: serial)
    }

    func pong(serial: UInt32) {
        liveness.pong(serial: serial)
    }

    /// The object was destroyed, which is an error while it has shell surfaces.
    func destroyed() {
        if surfaceCount > 0 { wire.post(.defunctSurfaces, "\(surfaceCount) shell surfaces still exist") }
    }

    /// Makes a shell surface out of a surface; nil after a protocol error.
    func makeShellSurface(_ surface: Surface, wire: any ShellSurfaceWire) -> ShellSurface? {
        if let problem = problem(surface) {
            self.wire.post(problem.code, problem.reason)
            return nil
        }
        surfaceCount += 1
        return ShellSurface(wire, surface: surface, base: self, desktop: desktop)
    }

    func shellSurfaceDestroyed() {
        surfaceCount -= 1
    }

    private func problem(_ surface: Surface) -> (code: XdgWmBase.ErrorCode, reason: String)? {
        if surface.role != nil { return (.role, "the surface already has a role") }
        let fitting = [nil, shellProtocol.toplevelKind, shellProtocol.popupKind]
        if !fitting.contains(surface.roleKind) { return (.role, "the surface has had a role outside this shell") }
        if shellProtocol.hasHandshake, surface.hasContent || surface.pending.attachesBuffer {
            return (.invalidSurfaceState, "the surface already has a buffer")
        }
        return nil
    }
}

/// The shell protocols, where the shell has to distinguish them.
enum ShellProtocol {
    /// `xdg_wm_base`.
    case stable
    /// `zxdg_shell_v6`.
    case v6
    /// `wl_shell`.
    case legacy
    /// The X server's windows.
    case x

    /// True if a buffer must wait for an acknowledged configure, and unmapping resets the window's state.
    ///
    /// Otherwise a buffer is shown at any time, and a toplevel can become a popup and vice versa.
    var hasHandshake: Bool { self != .legacy && self != .x }

    /// The surface role of a toplevel.
    var toplevelKind: SurfaceRoleKind {
        switch self {
        case .stable: .toplevel
        case .v6: .toplevelV6
        case .legacy: .shellSurface
        case .x: .xWindow
        }
    }

    /// The surface role of a popup.
    var popupKind: SurfaceRoleKind {
        switch self {
        case .stable: .popup
        case .v6: .popupV6
        case .legacy: .shellSurface
        case .x: .xWindow
        }
    }
}
