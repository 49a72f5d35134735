import Geometry

/// What a shell surface is: a toplevel or a popup.
protocol ShellRole: AnyObject {
    /// Where the corner of the window geometry is on the logical screen.
    var origin: WindowOrigin { get }

    /// The first commit, without contents: the client waits for its configure.
    func configureInitially()

    /// The object is new, or its contents have been taken away: what need not wait for a commit is configured.
    func configureUnasked()

    /// The client commits; false refuses it after a protocol error.
    func willCommit() -> Bool

    /// A commit took effect. `configuration` is the one that it answers to, if it does.
    func didCommit(answering configuration: ShellConfiguration?)

    /// The first contents were committed; false refuses them after a protocol error.
    func map() -> Bool

    /// The contents are gone, or the surface itself is.
    func unmap()

    /// The client's object is gone.
    func objectDestroyed()
}

/// A place on the logical screen in whole pixels.
struct WindowOrigin: Hashable {
    var x = 0
    var y = 0
}

/// What toplevels and popups have in common: a client's `xdg_surface`, or what stands for it.
final class ShellSurface {
    private enum Phase {
        /// Waits for a commit without contents.
        case unconfigured
        /// A configure event has been sent, contents may follow.
        case configured
        case mapped
    }

    private let wire: any ShellSurfaceWire
    let surface: Surface
    let base: ShellBase
    let desktop: Desktop
    /// The toplevel or popup, held by its own resource.
    private(set) weak var shellRole: (any ShellRole)?
    private var phase = Phase.unconfigured
    private var wasEverConfigured = false
    private var hasAcknowledged = false
    private var log = ConfigureLog()
    private var pendingGeometry: Rect<SurfaceSpace>?
    private var setGeometry: Rect<SurfaceSpace>?
    /// The window as the desktop last heard of it.
    private var reportedFrame = Rect<LogicalSpace>.zero
    private var reportedGeometry = Rect<SurfaceSpace>.zero

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
    /// The client has said what of the surface counts as the window.
    var hasSetGeometry: Bool { setGeometry != nil }

    /// What of the surface counts as the window, in surface pixels.
    var geometry: Rect<SurfaceSpace> {
        let whole = surface.bounds
        guard let setGeometry else { return whole }
        let visible = setGeometry.intersection(whole)
        return visible.isEmpty ? whole : visible
    }

    /// The window on the logical screen.
    var frame: Rect<LogicalSpace> {
        let origin = shellRole?.origin ?? WindowOrigin()
        let geometry = geometry
        return Rect(x: origin.x, y: origin.y, width: geometry.width, height: geometry.height)
    }

    /// The surface itself on the logical screen.
    var root: PlacedRoot {
        let frame = frame
        let geometry = geometry
        return PlacedRoot(
            surface: surface, x: frame.x.subtractingClamped(geometry.x), y: frame.y.subtractingClamped(geometry.y))
    }

    /// Ends a configure sequence whose other events have been sent.
    func sendConfigure(_ configuration: ShellConfiguration) {
        let serial = desktop.nextSerial()
        log.add(configuration, serial: serial)
        if phase == .unconfigured { phase = .configured }
        wasEverConfigured = true
        wire.sendConfigure(serial: serial)
        // Where nothing is acknowledged, whatever comes next counts as the answer.
        if !hasHandshake { _ = log.acknowledge(serial) }
    }

    /// The toplevel or popup object is gone; another of the kind may be made.
    func roleDestroyed() {
        unmap()
        shellRole = nil
    }

    /// The window appears if it has been configured and has contents.
    func mapIfReady() {
        guard phase == .configured, surface.hasContent, let shellRole, shellRole.map() else { return }
        phase = .mapped
        (reportedFrame, reportedGeometry) = (frame, geometry)
        desktop.mapped(shellRole)
    }

    /// Takes the window off the screen; it starts over with a commit without contents.
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

    /// The client's object is gone.
    func objectDestroyed() {
        unmap()
        base.shellSurfaceDestroyed()
        if surface.role === self { surface.role = nil }
    }

    /// Tells the desktop if a commit has moved or resized the window.
    private func reportFrame() {
        let (frame, geometry) = (frame, geometry)
        if frame == reportedFrame, geometry == reportedGeometry { return }
        (reportedFrame, reportedGeometry) = (frame, geometry)
        if let toplevel = shellRole as? Toplevel { desktop.windowMoved(toplevel) }
        if let popup = shellRole as? Popup { desktop.popupMoved(popup) }
    }

    private func refuseUnconfiguredBuffer() -> Bool {
        wire.post(.unconfiguredBuffer, "a buffer before the first configure is acknowledged")
        return false
    }
}

extension ShellSurface: SurfaceRole {
    func willAttach(_ surface: Surface) -> Bool {
        wasEverConfigured || !hasHandshake || refuseUnconfiguredBuffer()
    }

    func willCommit(_ surface: Surface) -> Bool {
        if surface.pending.attachesBuffer, hasHandshake {
            let mayMap = hasAcknowledged || desktop.policy == .floating
            if phase == .unconfigured || !mayMap { return refuseUnconfiguredBuffer() }
        }
        return shellRole?.willCommit() ?? true
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        setGeometry = pendingGeometry ?? setGeometry
        pendingGeometry = nil
        guard let shellRole else { return }
        let configuration = log.takeAcknowledged()
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

// MARK: What clients ask for

extension ShellSurface {
    /// The client destroys the object, which it must not do before the toplevel or popup.
    func destroyRequested() {
        if shellRole != nil { wire.post(.defunctRoleObject, "the toplevel or popup is still there") }
    }

    /// Makes the surface a toplevel, whose `created` is to be called once its object is complete; nil after a
    /// protocol error.
    func makeToplevel(_ wire: any ToplevelWire) -> Toplevel? {
        guard take(base.shellProtocol.toplevelKind) else { return nil }
        let toplevel = Toplevel(wire, shell: self)
        shellRole = toplevel
        return toplevel
    }

    /// Makes the surface a popup, whose `created` is to be called once its object is complete; nil after a protocol
    /// error.
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
            return wire.post(.invalidSerial, "\(serial) is not to be acknowledged")
        }
        if isConfigured { hasAcknowledged = true }
    }

    /// The positioner's rules; nil after a protocol error for incomplete ones.
    func checkedRules(_ positioner: PositionerObject?) -> PositionerRules? {
        guard let rules = positioner?.rules, rules.isComplete else {
            base.wire.post(.invalidPositioner, "the positioner lacks a size or an anchor")
            return nil
        }
        return rules
    }

    /// The surface is this one, or a popup in a chain that starts from it.
    ///
    /// A popup can outlive the one that it is a popup of, whose surface can then be made a popup again: of that one
    /// even, if nobody looked.
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

    /// Gives the surface its role; false after a protocol error.
    private func take(_ kind: SurfaceRoleKind) -> Bool {
        if shellRole != nil {
            wire.post(.alreadyConstructed, "the surface is a toplevel or a popup already")
            return false
        }
        if surface.role === self { surface.role = nil }
        defer { surface.role = self }
        if surface.assign(kind) { return true }
        base.wire.post(.role, "the surface has had another role")
        return false
    }
}
