/// The role of a surface. A surface that has a role can only be assigned the same role again.
enum SurfaceRoleKind: String {
    case subsurface, toplevel, popup, toplevelV6, popupV6, shellSurface, cursor, dragIcon, layer, inputPopup,
        inputPanel,
        lock, xWindow
}

/// The object that implements a surface's role and is notified of its commits.
protocol SurfaceRole: AnyObject {
    /// False for a surface that no input reaches, such as a drag's icon, which is always under the pointer.
    var takesInput: Bool { get }

    /// Called when a buffer is attached. Returns false to reject the buffer, after a protocol error.
    func willAttach(_ surface: Surface) -> Bool

    /// Called before a commit, while its changes are in `surface.pending`.
    ///
    /// Returns false to reject the commit, after a protocol error.
    func willCommit(_ surface: Surface) -> Bool

    /// A commit was applied.
    func didApply(_ surface: Surface, _ change: AppliedChange)

    /// The surface was destroyed before the role object.
    func surfaceDestroyed(_ surface: Surface)
}

extension SurfaceRole {
    var takesInput: Bool { true }

    func willAttach(_ surface: Surface) -> Bool { true }

    func willCommit(_ surface: Surface) -> Bool { true }
}

/// How a surface's current state differs from the previous one.
struct AppliedChange {
    /// True if the surface had contents before.
    var hadContent: Bool
    /// True if size, crop, transform, presence of contents, input region or subsurface stack changed, so that the
    /// scene's layout or hit testing changes too.
    var affectsLayout: Bool
    /// True if the surface, or a subsurface of it, is no longer shown. Its client may destroy it next.
    var hides: Bool
    /// True if the client has drawn something, or if the whole surface is shown in another way.
    var isDamaged: Bool
    var offset: SurfaceOffset
    /// True if a frame callback or feedback was requested.
    var wantsFrame: Bool
}

/// Notified of the events of all surfaces.
protocol SurfaceObserver: AnyObject {
    /// A commit waits because devices still draw in its buffers.
    func surfaceAwaitsDevices(_ surface: Surface)
    func surfaceApplied(_ surface: Surface, _ change: AppliedChange)
    func surfaceDestroyed(_ surface: Surface)
}
