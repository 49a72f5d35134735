import WaylandBinding

extension Toplevel: ZxdgToplevelV6Requests {
    func destroy(_ resource: Resource<ZxdgToplevelV6>) {
        destroyRequested()
    }

    func setParent(_ resource: Resource<ZxdgToplevelV6>, parent: Resource<ZxdgToplevelV6>?) {
        parentRequested(Toplevel.of(parent))
    }

    func setTitle(_ resource: Resource<ZxdgToplevelV6>, title: String) {
        rename(title)
    }

    func setAppId(_ resource: Resource<ZxdgToplevelV6>, appId: String) {
        identify(appId)
    }

    /// Ignored: there is no window menu.
    func showWindowMenu(
        _ resource: Resource<ZxdgToplevelV6>, seat: Resource<WlSeat>, serial: UInt32, x: Int32, y: Int32
    ) {}

    func move(_ resource: Resource<ZxdgToplevelV6>, seat: Resource<WlSeat>, serial: UInt32) {
        beginMove(serial: serial)
    }

    func resize(_ resource: Resource<ZxdgToplevelV6>, seat: Resource<WlSeat>, serial: UInt32, edges: UInt32) {
        beginResize(edges: edges, serial: serial)
    }

    func setMaxSize(_ resource: Resource<ZxdgToplevelV6>, width: Int32, height: Int32) {
        limitMaximum(width: width, height: height)
    }

    func setMinSize(_ resource: Resource<ZxdgToplevelV6>, width: Int32, height: Int32) {
        limitMinimum(width: width, height: height)
    }

    func setMaximized(_ resource: Resource<ZxdgToplevelV6>) {
        change { $0.isMaximized = true }
    }

    func unsetMaximized(_ resource: Resource<ZxdgToplevelV6>) {
        change { $0.isMaximized = false }
    }

    func setFullscreen(_ resource: Resource<ZxdgToplevelV6>, output: Resource<WlOutput>?) {
        change { $0.isFullscreen = true }
    }

    func unsetFullscreen(_ resource: Resource<ZxdgToplevelV6>) {
        change { $0.isFullscreen = false }
    }

    func setMinimized(_ resource: Resource<ZxdgToplevelV6>) {
        minimizeRequested()
    }
}
