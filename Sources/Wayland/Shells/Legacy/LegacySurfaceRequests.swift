import WaylandBinding

extension LegacySurface: WlShellSurfaceRequests {
    func pong(_ resource: Resource<WlShellSurface>, serial: UInt32) {
        shell.base.pong(serial: serial)
    }

    func move(_ resource: Resource<WlShellSurface>, seat: Resource<WlSeat>, serial: UInt32) {
        toplevel?.beginMove(serial: serial)
    }

    func resize(
        _ resource: Resource<WlShellSurface>, seat: Resource<WlSeat>, serial: UInt32, edges: WlShellSurface.Resize
    ) {
        toplevel?.beginResize(edges: edges.rawValue, serial: serial)
    }

    func setToplevel(_ resource: Resource<WlShellSurface>) {
        becomeToplevel()
    }

    /// A window that does not take the keyboard cannot be activated, so it is shown like a popup without a grab. So is
    /// a window whose parent is a popup.
    func setTransient(
        _ resource: Resource<WlShellSurface>, parent: Resource<WlSurface>, x: Int32, y: Int32,
        flags: WlShellSurface.Transient
    ) {
        guard let anchor = Surface.of(parent) else { return becomeToplevel() }
        let place = LegacyPlace(x: x, y: y, of: anchor)
        if flags.contains(.inactive) || place.parent?.shellRole is Popup {
            becomePopup(of: anchor, x: x, y: y, grab: nil)
        } else {
            becomeToplevel(parent: place.toplevel) { $0.offset = place.offset }
        }
    }

    /// The protocol leaves the scaling method to the compositor: the contents are centred.
    func setFullscreen(
        _ resource: Resource<WlShellSurface>, method: UInt32, framerate: UInt32, output: Resource<WlOutput>?
    ) {
        becomeToplevel(on: output.flatMap(OutputGlobal.of)) { $0.isFullscreen = true }
    }

    func setPopup(
        _ resource: Resource<WlShellSurface>, seat: Resource<WlSeat>, serial: UInt32, parent: Resource<WlSurface>,
        x: Int32, y: Int32, flags: WlShellSurface.Transient
    ) {
        becomePopup(of: Surface.of(parent), x: x, y: y, grab: serial)
    }

    func setMaximized(_ resource: Resource<WlShellSurface>, output: Resource<WlOutput>?) {
        becomeToplevel { $0.isMaximized = true }
    }

    func setTitle(_ resource: Resource<WlShellSurface>, title: String) {
        rename(title)
    }

    func setClass(_ resource: Resource<WlShellSurface>, class className: String) {
        identify(className)
    }
}
