import Geometry

extension Toplevel: XdgToplevelRequests {
    func destroy(_ resource: Resource<XdgToplevel>) {
        decoration?.orphaned()
    }

    func setParent(_ resource: Resource<XdgToplevel>, parent: Resource<XdgToplevel>?) {
        let wanted = Toplevel.of(parent)
        var ancestor = wanted
        while let step = ancestor {
            if step === self {
                return resource.post(XdgToplevel.ErrorCode.invalidParent, "the window would be its own ancestor")
            }
            ancestor = step.parent
        }
        // Only mapped windows can have children.
        setParent(wanted?.shell.isMapped == true ? wanted : nil)
    }

    func setTitle(_ resource: Resource<XdgToplevel>, title: String) {
        self.title = title
        shell.desktop.descriptionChanged(of: self)
    }

    func setAppId(_ resource: Resource<XdgToplevel>, appId: String) {
        appID = appId
        shell.desktop.descriptionChanged(of: self)
    }

    /// There is none, as `wm_capabilities` tells.
    func showWindowMenu(
        _ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32, x: Int32, y: Int32
    ) {}

    func move(_ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32) {
        guard shell.isMapped, !fills else { return }
        shell.desktop.seat?.beginMove(of: self, serial: serial)
    }

    func resize(_ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32, edges: UInt32) {
        guard let edges = XdgToplevel.ResizeEdge(rawValue: edges) else {
            return resource.post(XdgToplevel.ErrorCode.invalidResizeEdge, "\(edges) is no edge")
        }
        guard shell.isMapped, !fills, edges != .none else { return }
        shell.desktop.seat?.beginResize(of: self, edges: edges, serial: serial)
    }

    func setMaxSize(_ resource: Resource<XdgToplevel>, width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.maximum = size
    }

    func setMinSize(_ resource: Resource<XdgToplevel>, width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.minimum = size
    }

    func setMaximized(_ resource: Resource<XdgToplevel>) {
        change { $0.isMaximized = true }
    }

    func unsetMaximized(_ resource: Resource<XdgToplevel>) {
        change { $0.isMaximized = false }
    }

    func setFullscreen(_ resource: Resource<XdgToplevel>, output: Resource<WlOutput>?) {
        change { $0.isFullscreen = true }
    }

    func unsetFullscreen(_ resource: Resource<XdgToplevel>) {
        change { $0.isFullscreen = false }
    }

    /// Where one window fills the screen there is no way back from it, so it is not done; `wm_capabilities` tells.
    func setMinimized(_ resource: Resource<XdgToplevel>) {
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
        resource.post(XdgToplevel.ErrorCode.invalidSize, "\(width)x\(height) is negative")
        return nil
    }
}
