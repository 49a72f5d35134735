/// What a surface is for. Once given, it can only be given again.
enum SurfaceRoleKind: String {
    case subsurface, toplevel, popup, toplevelV6, popupV6, shellSurface, cursor, dragIcon, layer, inputPopup
}

/// The object that gives a surface its role, told of the surface's commits.
protocol SurfaceRole: AnyObject {
    /// The client attaches a buffer. False refuses it, after a protocol error.
    func willAttach(_ surface: Surface) -> Bool

    /// The client commits; the changes are still in `surface.pending`. False refuses the commit, after a
    /// protocol error.
    func willCommit(_ surface: Surface) -> Bool

    /// New state has become current.
    func didApply(_ surface: Surface, _ change: AppliedChange)

    /// The surface has been destroyed with the role object still there.
    func surfaceDestroyed(_ surface: Surface)
}

extension SurfaceRole {
    func willAttach(_ surface: Surface) -> Bool { true }

    func willCommit(_ surface: Surface) -> Bool { true }
}

/// How a surface's current state differs from the one before.
struct AppliedChange {
    /// The surface had contents before.
    var hadContent: Bool
    /// Size, crop, transform, contents' presence, input region or the stack of subsurfaces changed: the scene's
    /// layout does too, or what is hit in it.
    var affectsLayout: Bool
    /// Pixels that changed while the layout stayed.
    var damage: SurfaceDamage
    var offset: SurfaceOffset
    /// A frame callback or feedback came with it.
    var wantsFrame: Bool
}

/// Told what happens to all surfaces.
protocol SurfaceObserver: AnyObject {
    func surfaceApplied(_ surface: Surface, _ change: AppliedChange)
    func surfaceDestroyed(_ surface: Surface)
}
