import WaylandBinding

/// The requests of `xdg_toplevel` and `zxdg_toplevel_v6`, which are the same.
extension Toplevel: XdgToplevelRequests, ZxdgToplevelV6Requests {
    func destroy(_ resource: Resource<XdgToplevel>) {
        destroyRequested()
    }

    func destroy(_ resource: Resource<ZxdgToplevelV6>) {
        destroyRequested()
    }

    func setParent<Object>(_ resource: Resource<Object>, parent: Resource<Object>?) {
        parentRequested(Toplevel.of(parent))
    }

    func setTitle<Object>(_ resource: Resource<Object>, title: String) {
        rename(title)
    }

    func setAppId<Object>(_ resource: Resource<Object>, appId: String) {
        identify(appId)
    }

    /// Ignored: there is no window menu, as `wm_capabilities` says.
    func showWindowMenu<Object>(
        _ resource: Resource<Object>, seat: Resource<WlSeat>, serial: UInt32, x: Int32, y: Int32
    ) {}

    func move<Object>(_ resource: Resource<Object>, seat: Resource<WlSeat>, serial: UInt32) {
        beginMove(serial: serial)
    }

    func resize<Object>(_ resource: Resource<Object>, seat: Resource<WlSeat>, serial: UInt32, edges: UInt32) {
        beginResize(edges: edges, serial: serial)
    }

    func setMaxSize<Object>(_ resource: Resource<Object>, width: Int32, height: Int32) {
        limitMaximum(width: width, height: height)
    }

    func setMinSize<Object>(_ resource: Resource<Object>, width: Int32, height: Int32) {
        limitMinimum(width: width, height: height)
    }

    func setMaximized<Object>(_ resource: Resource<Object>) {
        change { $0.isMaximized = true }
    }

    func unsetMaximized<Object>(_ resource: Resource<Object>) {
        change { $0.isMaximized = false }
    }

    func setFullscreen<Object>(_ resource: Resource<Object>, output: Resource<WlOutput>?) {
        fullscreenRequested(on: output.flatMap(OutputGlobal.of))
    }

    func unsetFullscreen<Object>(_ resource: Resource<Object>) {
        change { $0.isFullscreen = false }
    }

    func setMinimized<Object>(_ resource: Resource<Object>) {
        minimizeRequested()
    }
}
