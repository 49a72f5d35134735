import WaylandBinding

extension Toplevel: XdgToplevelRequests {
    func destroy(_ resource: Resource<XdgToplevel>) {
        destroyRequested()
    }

    func setParent(_ resource: Resource<XdgToplevel>, parent: Resource<XdgToplevel>?) {
        parentRequested(Toplevel.of(parent))
    }

    func setTitle(_ resource: Resource<XdgToplevel>, title: String) {
        rename(title)
    }

    func setAppId(_ resource: Resource<XdgToplevel>, appId: String) {
        identify(appId)
    }

    /// Ignored: there is no window menu, as `wm_capabilities` says.
    func showWindowMenu(
        _ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32, x: Int32, y: Int32
    ) {}

    func move(_ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32) {
        beginMove(serial: serial)
    }

    func resize(_ resource: Resource<XdgToplevel>, seat: Resource<WlSeat>, serial: UInt32, edges: UInt32) {
        beginResize(edges: edges, serial: serial)
    }

    func setMaxSize(_ resource: Resource<XdgToplevel>, width: Int32, height: Int32) {
        limitMaximum(width: width, height: height)
    }

    func setMinSize(_ resource: Resource<XdgToplevel>, width: Int32, height: Int32) {
        limitMinimum(width: width, height: height)
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

    func setMinimized(_ resource: Resource<XdgToplevel>) {
        minimizeRequested()
    }
}
