import Geometry
import Mirroring
import WaylandBinding

/// The requests on a toplevel, whatever the protocol.
extension Toplevel {
    /// Handles `destroy`, which is an error before the window's decoration is destroyed.
    func destroyRequested() {
        for part in attachments.all((any ToplevelExtension).self) { part.toplevelEnds() }
    }

    /// Sets the parent; an ancestor cycle is a protocol error.
    func parentRequested(_ wanted: Toplevel?) {
        if let wanted, isAncestor(of: wanted) {
            return wire.post(.invalidParent, "the window would be its own ancestor")
        }
        // Only mapped windows can be parents.
        setParent(wanted?.shell.isMapped == true ? wanted : nil)
    }

    /// Whether this window is an ancestor of `toplevel`, or the same window.
    func isAncestor(of toplevel: Toplevel) -> Bool {
        sequence(first: toplevel, next: \.parent).contains { $0 === self }
    }

    /// The most bytes of a title; the rest is cut off.
    private static let longestTitle = 1024

    func rename(_ title: String) {
        self.title = title.cut(toBytes: Self.longestTitle)
        descriptionChanged()
        shell.desktop.descriptionChanged(of: self)
    }

    func take(_ icon: WindowIcon?) {
        guard icon != self.icon else { return }
        self.icon = icon
        shell.desktop.windowsChanged()
    }

    func identify(_ appID: String) {
        self.appID = AppID(appID)
        descriptionChanged()
        shell.desktop.descriptionChanged(of: self)
    }

    /// Starts an interactive move with the press of this serial.
    func beginMove(serial: UInt32) {
        guard shell.isMapped, !fills else { return }
        begin(serial: serial) { MoveDrag(self, at: $0) }
    }

    /// Starts an interactive resize with the press of this serial; `edges` is the protocol's value.
    func beginResize(edges: UInt32, serial: UInt32) {
        guard let edges = XdgToplevel.ResizeEdge(rawValue: edges) else {
            return wire.post(.invalidResizeEdge, "\(edges) is not a resize edge")
        }
        guard shell.isMapped, !fills, edges != .none else { return }
        begin(serial: serial) { ResizeDrag(self, edges: edges, at: $0) }
    }

    private func begin(serial: UInt32, _ make: (Point<LogicalSpace>) -> any SeatGrab) {
        shell.desktop.seat?.begin(serial: serial, client: shell.client) { point in
            let drag = make(point)
            dragged = drag
            return drag
        }
    }

    /// Ends an interactive move or resize before the release.
    func endDrag() {
        dragged?.cancelled()
        dragged?.onEnd?()
    }

    /// Sets the pending maximum size; zero is no limit.
    func limitMaximum(width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.maximum = size
    }

    /// Sets the pending minimum size; zero is no limit.
    func limitMinimum(width: Int32, height: Int32) {
        guard let size = checked(width, height) else { return }
        wishes.pendingLimits.minimum = size
    }

    /// Minimises the window under the floating policy only, because elsewhere the user could not restore it.
    ///
    /// `wm_capabilities` tells the client so.
    func minimizeRequested() {
        if shell.desktop.policy == .floating { shell.desktop.minimize(self) }
    }

    /// Changes a state and sends a configure event, as the protocol requires even if nothing changed.
    func change(_ body: (inout ToplevelWishes) -> Void) {
        changeWishes(body)
        guard shell.isConfigured else { return }
        configure()
        guard shell.isMapped else { return }
        shell.desktop.windowMoved(self)
        if wishes.isFullscreen { shell.desktop.becameFullscreen() }
    }

    private func checked(_ width: Int32, _ height: Int32) -> Size<LogicalSpace>? {
        if width >= 0, height >= 0 { return Size(width: Int(width), height: Int(height)) }
        wire.post(.invalidSize, "\(width)x\(height) is negative")
        return nil
    }
}
