/// The protocols through which clients make windows, as far as the shell has to tell them apart.
enum ShellProtocol {
    /// `xdg_wm_base`.
    case stable
    /// `zxdg_shell_v6`.
    case v6

    /// The role of a toplevel's surface.
    var toplevelKind: SurfaceRoleKind {
        switch self {
        case .stable: .toplevel
        case .v6: .toplevelV6
        }
    }

    /// The role of a popup's surface.
    var popupKind: SurfaceRoleKind {
        switch self {
        case .stable: .popup
        case .v6: .popupV6
        }
    }
}
