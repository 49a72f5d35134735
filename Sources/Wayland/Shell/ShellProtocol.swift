/// The protocols through which clients make windows, as far as the shell has to tell them apart.
enum ShellProtocol {
    /// `xdg_wm_base`.
    case stable
    /// `zxdg_shell_v6`.
    case v6
    /// `wl_shell`.
    case legacy

    /// Contents have to wait for a configure event that the client acknowledges, and a window that was unmapped begins
    /// anew, with nothing left of what it was.
    ///
    /// Otherwise contents are shown whenever they come, and a window can become one of another kind.
    var hasHandshake: Bool { self != .legacy }

    /// The role of a toplevel's surface.
    var toplevelKind: SurfaceRoleKind {
        switch self {
        case .stable: .toplevel
        case .v6: .toplevelV6
        case .legacy: .shellSurface
        }
    }

    /// The role of a popup's surface.
    var popupKind: SurfaceRoleKind {
        switch self {
        case .stable: .popup
        case .v6: .popupV6
        case .legacy: .shellSurface
        }
    }
}
