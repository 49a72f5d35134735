/// The shell protocols, where the shell has to distinguish them.
enum ShellProtocol {
    /// `xdg_wm_base`.
    case stable
    /// `zxdg_shell_v6`.
    case v6
    /// `wl_shell`.
    case legacy

    /// True if a buffer must wait for an acknowledged configure, and unmapping resets the window's state.
    ///
    /// Otherwise a buffer is shown at any time, and a toplevel can become a popup and vice versa.
    var hasHandshake: Bool { self != .legacy }

    /// The surface role of a toplevel.
    var toplevelKind: SurfaceRoleKind {
        switch self {
        case .stable: .toplevel
        case .v6: .toplevelV6
        case .legacy: .shellSurface
        }
    }

    /// The surface role of a popup.
    var popupKind: SurfaceRoleKind {
        switch self {
        case .stable: .popup
        case .v6: .popupV6
        case .legacy: .shellSurface
        }
    }
}
