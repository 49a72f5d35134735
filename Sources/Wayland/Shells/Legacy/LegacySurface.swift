import Geometry
import WaylandBinding

/// A client's `wl_shell_surface`: a toplevel or a popup, which can change from one to the other.
final class LegacySurface {
    let shell: ShellSurface
    private let resource: Resource<WlShellSurface>
    private let toplevelWire: LegacyToplevelWire
    /// The current role; nil before the first.
    private var role: (any ShellRole)?
    private var title: String?
    private var className: String?

    init(_ resource: Resource<WlShellSurface>, shell: ShellSurface) {
        self.resource = resource
        self.shell = shell
        toplevelWire = LegacyToplevelWire(resource)
    }

    var toplevel: Toplevel? { role as? Toplevel }

    /// The resource was destroyed; the window goes with it.
    func objectDestroyed() {
        endRole()
        shell.objectDestroyed()
    }

    func rename(_ title: String) {
        self.title = title
        toplevel?.rename(title)
    }

    func identify(_ className: String) {
        self.className = className
        toplevel?.identify(className)
    }

    /// Makes the window a toplevel, or changes its toplevel state. `output` is the one that a full-screen window names.
    func becomeToplevel(
        parent: Toplevel? = nil, on output: OutputGlobal? = nil, _ change: (inout ToplevelWishes) -> Void = { _ in }
    ) {
        toplevelWire.forget()
        let isNew = toplevel == nil
        if isNew { endRole() }
        guard let toplevel = toplevel ?? shell.makeToplevel(toplevelWire) else { return }
        role = toplevel
        if parent !== toplevel.parent { toplevel.parentRequested(parent) }
        toplevel.choose(output)
        toplevel.change { wishes in
            (wishes.isMaximized, wishes.isFullscreen, wishes.offset) = (false, false, nil)
            change(&wishes)
        }
        if toplevel.wishes.offset != nil { toplevel.forgetPlace() }
        guard isNew else { return }
        if let title { toplevel.rename(title) }
        if let className { toplevel.identify(className) }
        toplevel.created()
        shell.mapIfReady()
    }

    /// Makes the window a popup at a position in surface coordinates of its parent; `grab` is the serial of its grab.
    func becomePopup(of anchor: Surface?, x: Int32, y: Int32, grab: UInt32?) {
        endRole()
        let rules = anchor.map { LegacyPlace(x: x, y: y, of: $0) }
        guard let rules, let parent = rules.parent,
            let popup = shell.makePopup(
                LegacyPopupWire(resource: resource), parent: parent, rules: rules.positioner(shell.surface))
        else { return resource.sendPopupDone() }
        role = popup
        if let grab {
            popup.grab(serial: grab)
            // The protocol has no error for a refused grab.
            if !popup.isGrabbing { return popup.dismiss() }
        }
        popup.created()
        shell.mapIfReady()
    }

    private func endRole() {
        role?.objectDestroyed()
        role = nil
    }
}

/// A position that a client chose relative to another surface, which may be a subsurface of a window.
struct LegacyPlace {
    /// The window.
    let parent: ShellSurface?
    /// The position in surface coordinates of the window.
    let offset: WindowOrigin

    init(x: Int32, y: Int32, of surface: Surface) {
        let place = surface.placeInRoot
        parent = surface.root.role as? ShellSurface
        offset = WindowOrigin(x: place.x.addingClamped(Int(x)), y: place.y.addingClamped(Int(y)))
    }

    var toplevel: Toplevel? { parent?.shellRole as? Toplevel }

    /// The rules that put a popup at this position, even outside the screen.
    func positioner(_ surface: Surface) -> PositionerRules {
        let corner = parent?.geometry ?? .zero
        let size = surface.current.size
        return PositionerRules(
            size: Size(width: max(1, size.width), height: max(1, size.height)),
            anchorRect: Rect(
                x: offset.x.subtractingClamped(corner.x), y: offset.y.subtractingClamped(corner.y), width: 1, height: 1),
            anchor: .topLeft, gravity: .bottomRight)
    }
}
