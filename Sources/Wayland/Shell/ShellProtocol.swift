/// The protocols through which clients make windows, as far as the shell has to tell them apart.
enum ShellProtocol {
    /// `xdg_wm_base`.
    case stable

    /// The role of a toplevel's surface.
    var toplevelKind: SurfaceRoleKind { .toplevel }

    /// The role of a popup's surface.
    var popupKind: SurfaceRoleKind { .popup }
}
