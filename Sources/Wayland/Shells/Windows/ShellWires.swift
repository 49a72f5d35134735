import Geometry
import WaylandBinding

/// The events and errors of a client's shell object.
///
/// The shell uses the names of the stable protocol, which has a code for every error. The other protocols map these
/// codes to their nearest ones.
protocol ShellWire {
    var client: Client { get }
    var isAlive: Bool { get }

    func sendPing(serial: UInt32)

    /// Posts a protocol error, if the protocol has errors.
    func post(_ code: XdgWmBase.ErrorCode, _ reason: String)
}

/// The events and errors of a shell surface.
protocol ShellSurfaceWire {
    /// Ends a configure sequence whose other events were sent.
    func sendConfigure(serial: UInt32)
    func post(_ code: XdgSurface.ErrorCode, _ reason: String)
}

/// The events and errors of a toplevel. Events that the protocol lacks are dropped.
protocol ToplevelWire {
    /// Whether the client's protocol version has the suspended state, for a window that nobody sees.
    var knowsSuspended: Bool { get }
    /// Whether the window is laid out in pixels of the content, whatever the screen's scale.
    var isInPixels: Bool { get }

    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities])
    func sendBounds(_ size: Size<LogicalSpace>)
    func sendConfigure(_ configuration: ToplevelConfiguration)
    func sendClose()
    /// The window was minimised or restored, or asks for attention now or no longer.
    func marksChanged(isMinimized: Bool, isUrgent: Bool)
    func post(_ code: XdgToplevel.ErrorCode, _ reason: String)
}

extension ToplevelWire {
    var knowsSuspended: Bool { false }
    var isInPixels: Bool { false }

    func marksChanged(isMinimized: Bool, isUrgent: Bool) {}
}

/// The events and errors of a popup.
protocol PopupWire {
    /// The place is relative to the parent's window geometry.
    func sendConfigure(_ place: Rect<LogicalSpace>)
    func sendDone()
    func post(_ code: XdgPopup.ErrorCode, _ reason: String)
}
