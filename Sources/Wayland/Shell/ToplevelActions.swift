import Geometry

/// What clients ask of their toplevels, whatever the protocol.
extension Toplevel {
    /// The client destroys the object, which it must not do before the window's decoration.
    func destroyRequested() {
        decoration?.orphaned()
    }

    /// Makes the window another one's dialog; being its own ancestor's is an error.
    func parentRequested(_ wanted: Toplevel?) {
        if let wanted, isAncestor(of: wanted) {
            return wire.post(.invalidParent, "the window would be its own ancestor")
        }
        // Only mapped windows can have children.
        setParent(wanted?.shell.isMapped == true ? wanted : nil)
    }

    /// True also for the window itself.
    func isAncestor(of toplevel: Toplevel) -> Bool {
        sequence(first: toplevel, next: \.parent).contains { $0 === self }
    }

    func rename(_ title: String) {
        self.title = title
        shell.desktop.descriptionChanged(of: self)
    }

    func identify(_ appID: String) {
        self.appID = appID
        shell.desktop.descriptionChanged(of: self)
    }

    /// The press with this serial moves the window from now on.
    func beginMove(serial: UInt32) {
        guard shell.isMapped, !fills else { return }
        shell.desktop.seat?.beginMove(of: self, serial: serial)
    }

    /// The press with this serial resizes the window from now on; `edges` is the protocol's number.
    func beginResize(edges: UInt32, serial: UInt32) {
        guard let edges = XdgToplevel.ResizeEdge(rawValue: edges) else {
            return wire.post(.invalidResizeEdge, "\(edges) is no edge")
        }
        guard shell.isMapped, !fills, edges != .none else { return }
        shell.desktop.seat?.beginResize(of: self, edges: edges, serial: serial)
    }

    /// Zero is for no limit; the next commit brings it into effect.
    func limitMaximum(width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.maximum = size
    }

    /// Zero is for no limit; the next commit brings it into effect.
    func limitMinimum(width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.minimum = size
    }

    /// Where one window fills the screen there is no way back from it, so it is not done; `wm_capabilities` tells.
    func minimizeRequested() {
        if shell.desktop.policy == .floating { shell.desktop.minimize(self) }
    }

    /// Changes a state, which is answered by a configure event whether or not it makes a difference.
    func change(_ body: (inout ToplevelWishes) -> Void) {
        body(&wishes)
        guard shell.isConfigured else { return }
        configure()
        if shell.isMapped { shell.desktop.windowMoved(self) }
    }

    private func checked(_ width: Int32, _ height: Int32) -> Size<LogicalSpace>? {
        if width >= 0, height >= 0 { return Size(width: Int(width), height: Int(height)) }
        wire.post(.invalidSize, "\(width)x\(height) is negative")
        return nil
    }
}
