import Geometry
import WaylandBinding

/// The role of a shell surface: toplevel or popup.
protocol ShellRole: AnyObject {
    /// The corner of the window geometry on the logical screen.
    var origin: WindowOrigin { get }

    /// Sends the first configure, in answer to the initial commit without a buffer.
    func configureInitially()

    /// Sends a configure without a commit, where the policy or the protocol allows that; called for a new or unmapped
    /// object.
    func configureUnasked()

    /// Checks a commit; false rejects it after a protocol error.
    func willCommit() -> Bool

    /// A commit was applied. `configuration` is the configuration that the commit answers, if any.
    func didCommit(answering configuration: ShellConfiguration?)

    /// Maps the role with its first buffer; false rejects it after a protocol error.
    func map() -> Bool

    /// The buffer was removed, or the surface was destroyed.
    func unmap()

    /// The resource was destroyed.
    func objectDestroyed()
}

/// A point on the logical screen in whole pixels.
struct WindowOrigin: Hashable {
    var x = 0
    var y = 0
}

/// The common part of toplevels and popups: a client's `xdg_surface`, or its equivalent in another shell protocol.
final class ShellSurface {
    private enum Phase {
        /// Waits for the initial commit, without a buffer.
        case unconfigured
        /// Has been sent a configure event; a buffer may follow.
        case configured
        case mapped
    }

    private let wire: any ShellSurfaceWire
    let surface: Surface
    let base: ShellBase
    let desktop: Desktop
    /// The toplevel or popup, owned by its own resource.
    private(set) weak var shellRole: (any ShellRole)?
    /// The surface's own toplevel, or the toplevel at the root of its popup chain; nil for neither.
    var toplevel: Toplevel? { shellRole as? Toplevel ?? Popup.of(self)?.toplevel }
    private var phase = Phase.unconfigured
    private var wasEverConfigured = false
    private var hasAcknowledged = false
    private var log = ConfigureLog()
    private var pendingGeometry: Rect<SurfaceSpace>?
    private var setGeometry: Rect<SurfaceSpace>?
    /// The frame last reported to the desktop.
    private var reportedFrame = Rect<LogicalSpace>.zero
    private var reportedGeometry = Rect<SurfaceSpace>.zero
    /// The bounds of the surface and its subsurfaces at the last commit.
    private var lastBounds = Rect<SurfaceSpace>.zero

    init(_ wire: any ShellSurfaceWire, surface: Surface, base: ShellBase, desktop: Desktop) {
        self.wire = wire
        self.surface = surface
        self.base = base
        self.desktop = desktop
        surface.role = self
    }

    static func of<Interface>(_ resource: Resource<Interface>) -> ShellSurface? {
        resource.handler as? ShellSurface
    }

    var client: Client { base.wire.client }
    var isMapped: Bool { phase == .mapped }
    var isConfigured: Bool { phase != .unconfigured }
    /// See `ShellProtocol`.
    var hasHandshake: Bool { base.shellProtocol.hasHandshake }
    /// True if the client set a window geometry.
    var hasSetGeometry: Bool { setGeometry != nil }

    /// The window geometry in surface coordinates.
    var geometry: Rect<SurfaceSpace> {
        let whole = surface.bounds
        guard let setGeometry else { return whole }
        let visible = setGeometry.intersection(whole)
        return visible.isEmpty ? whole : visible
    }

    /// The window geometry on the logical screen.
    var frame: Rect<LogicalSpace> {
        let origin = shellRole?.origin ?? WindowOrigin()
        let geometry = geometry
        return Rect(x: origin.x, y: origin.y, width: geometry.width, height: geometry.height)
    }

    /// The surface, placed on the logical screen.
    var root: PlacedRoot {
        let origin = shellRole?.origin ?? WindowOrigin()
        let geometry = geometry
        return PlacedRoot(
            surface: surface, x: origin.x.subtractingClamped(geometry.x), y: origin.y.subtractingClamped(geometry.y))
    }

    /// Ends a configure sequence whose other events were sent.
    func sendConfigure(_ configuration: ShellConfiguration) {
        let serial = desktop.nextSerial()
        log.add(configuration, serial: serial)
        if phase == .unconfigured { phase = .configured }
        wasEverConfigured = true
        wire.sendConfigure(serial: serial)
        // Without acknowledgements, the next commit counts as the answer.
        if base.shellProtocol == .legacy { _ = log.acknowledge(serial) }
    }

    /// The toplevel or popup resource was destroyed; another of the same kind may be created.
    func roleDestroyed() {
        unmap()
        shellRole = nil
    }

    /// Maps the window if it has been configured and has a buffer.
    func mapIfReady() {
        guard phase == .configured, surface.hasContent, let shellRole, shellRole.map() else { return }
        phase = .mapped
        (reportedFrame, reportedGeometry) = (frame, geometry)
        desktop.mapped(shellRole)
    }

    /// Unmaps the window; it starts over with a commit without a buffer.
    func unmap() {
        let wasMapped = phase == .mapped
        phase = .unconfigured
        hasAcknowledged = false
        setGeometry = nil
        pendingGeometry = nil
        guard wasMapped else { return }
        desktop.seat?.willHide(surface)
        shellRole?.unmap()
    }

    /// The resource was destroyed.
    func objectDestroyed() {
        unmap()
        base.shellSurfaceDestroyed()
        if surface.role === self { surface.role = nil }
    }

    /// Reports the frame to the desktop if a commit has changed it.
    private func reportFrame() {
        let (frame, geometry) = (frame, geometry)
        if frame == reportedFrame, geometry == reportedGeometry { return }
        (reportedFrame, reportedGeometry) = (frame, geometry)
        if let toplevel = shellRole as? Toplevel { desktop.windowMoved(toplevel) }
        if let popup = shellRole as? Popup { desktop.popupMoved(popup) }
    }

    private func refuseUnconfiguredBuffer() -> Bool {
        wire.post(.unconfiguredBuffer, "a buffer was committed before the first configure was acknowledged")
        return false
    }
}

extension ShellSurface: SurfaceRole {
    func willAttach(_ surface: Surface) -> Bool {
        wasEverConfigured || !hasHandshake || refuseUnconfiguredBuffer()
    }

    func willCommit(_ surface: Surface) -> Bool {
        // The client may not know yet that its popup was dismissed, so its buffer is accepted but not shown.
        let isDismissed = Popup.of(self)?.isDismissed == true
        if surface.pending.attachesBuffer, hasHandshake, !isDismissed {
            let mayMap = hasAcknowledged || desktop.policy == .floating
            if phase == .unconfigured || !mayMap { return refuseUnconfiguredBuffer() }
        }
        return shellRole?.willCommit() ?? true
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        let hasNewGeometry = pendingGeometry != nil
        setGeometry = pendingGeometry ?? setGeometry
        pendingGeometry = nil
        guard let shellRole else { return }
        let bounds = surface.bounds
        // An X window answers with its size.
        if base.shellProtocol == .x { log.acknowledge(drawn: bounds.size.reinterpreted()) }
        let configuration = log.takeAcknowledged()
        // New pixels alone do not change a window, but its subsurfaces may have changed it before this commit.
        let isSameWindow = configuration == nil && !hasNewGeometry && !change.affectsLayout && bounds == lastBounds
        lastBounds = bounds
        if phase == .mapped, isSameWindow { return }
        switch phase {
        case .unconfigured where !surface.hasContent:
            shellRole.configureInitially()
        case .unconfigured:
            break
        case .configured:
            shellRole.didCommit(answering: configuration)
            mapIfReady()
        case .mapped where !surface.hasContent:
            unmap()
            shellRole.configureUnasked()
        case .mapped:
            shellRole.didCommit(answering: configuration)
            reportFrame()
        }
    }

    func surfaceDestroyed(_ surface: Surface) {
        unmap()
    }
}

extension ShellSurface: PopupParent {
    var mayHavePopups: Bool { shellRole != nil }
}

// MARK: Requests

extension ShellSurface {
    /// Handles `destroy`, which is an error while the toplevel or popup exists.
    func destroyRequested() {
        if shellRole != nil { wire.post(.defunctRoleObject, "the toplevel or popup still exists") }
    }

    /// Assigns the toplevel role. The caller calls `created` once the resource is complete. Nil after a protocol error.
    func makeToplevel(_ wire: any ToplevelWire) -> Toplevel? {
        guard take(base.shellProtocol.toplevelKind) else { return nil }
        let toplevel = Toplevel(wire, shell: self)
        shellRole = toplevel
        return toplevel
    }

    /// Assigns the popup role. The caller calls `created` once the resource is complete. Nil after a protocol error.
    func makePopup(_ wire: any PopupWire, parent: ShellSurface?, rules: PositionerRules) -> Popup? {
        if let parent, parent.shellRole == nil || isAncestor(of: parent) {
            base.wire.post(.invalidPopupParent, "the parent has no role, or is a popup of this one")
            return nil
        }
        guard take(base.shellProtocol.popupKind) else { return nil }
        let popup = Popup(wire, shell: self, parent: parent, rules: rules)
        shellRole = popup
        return popup
    }

    func setWindowGeometry(x: Int32, y: Int32, width: Int32, height: Int32) {
        guard isConstructed() else { return }
        guard width > 0, height > 0 else { return wire.post(.invalidSize, "window geometry \(width)x\(height)") }
        pendingGeometry = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }

    func acknowledge(_ serial: UInt32) {
        guard isConstructed() else { return }
        guard log.acknowledge(serial) else {
            return wire.post(.invalidSerial, "no configure with serial \(serial) to acknowledge")
        }
        if isConfigured { hasAcknowledged = true }
    }

    /// The positioner's rules; nil, after a protocol error, if they are incomplete.
    func checkedRules(_ positioner: PositionerObject?) -> PositionerRules? {
        guard let rules = positioner?.rules, rules.isComplete else {
            base.wire.post(.invalidPositioner, "the positioner lacks a size or an anchor")
            return nil
        }
        return rules
    }

    /// True if `surface` is this surface, or a popup in a chain that starts from this surface.
    ///
    /// A popup can outlive its parent, whose surface can then become a popup again. Without this check, the chain could
    /// become a cycle.
    private func isAncestor(of surface: ShellSurface) -> Bool {
        var step: (any PopupParent)? = surface
        while let current = step {
            if current === self { return true }
            step = Popup.of(current)?.parent
        }
        return false
    }

    private func isConstructed() -> Bool {
        if shellRole != nil { return true }
        wire.post(.notConstructed, "the surface is neither a toplevel nor a popup yet")
        return false
    }

    /// Assigns the role; false after a protocol error.
    private func take(_ kind: SurfaceRoleKind) -> Bool {
        if shellRole != nil {
            wire.post(.alreadyConstructed, "the surface is already a toplevel or a popup")
            return false
        }
        if surface.role === self { surface.role = nil }
        defer { surface.role = self }
        if surface.assign(kind) { return true }
        base.wire.post(.role, "the surface has had another role")
        return false
    }
}
