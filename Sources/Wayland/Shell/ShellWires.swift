import Geometry

/// A client's shell object, in the words of its protocol.
///
/// The stable protocol's names are the shell's own vocabulary: it is the newest and has a code for every error. The
/// others say the nearest thing that they know.
protocol ShellWire {
    var client: Client { get }
    var isAlive: Bool { get }

    func sendPing(serial: UInt32)

    /// Ends the client's connection, if the protocol knows errors.
    func post(_ code: XdgWmBase.ErrorCode, _ reason: String)
}

/// What toplevels and popups have in common, in the words of their protocol.
protocol ShellSurfaceWire {
    /// Ends a configure sequence whose other events have been sent.
    func sendConfigure(serial: UInt32)
    func post(_ code: XdgSurface.ErrorCode, _ reason: String)
}

/// A toplevel in the words of its protocol. Events that it does not know are left out.
protocol ToplevelWire {
    func sendCapabilities(_ capabilities: [XdgToplevel.WmCapabilities])
    func sendBounds(_ size: Size<LogicalSpace>)
    func sendConfigure(_ configuration: ToplevelConfiguration)
    func sendClose()
    func post(_ code: XdgToplevel.ErrorCode, _ reason: String)
}

/// A popup in the words of its protocol.
protocol PopupWire {
    /// The place is relative to the parent's window geometry.
    func sendConfigure(_ place: Rect<LogicalSpace>)
    func sendDone()
    func post(_ code: XdgPopup.ErrorCode, _ reason: String)
}
