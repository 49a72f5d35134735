import CWayland
package import Geometry
import Logging
package import Mirroring
package import Runtime
package import WaylandBinding

extension WaylandContent {
    /// Creates the globals that applications may bind, with `keyboard` as the seat's layout.
    ///
    /// The output has a default mode until the first `layOut`. `other` is on another display of the same loop; its
    /// tools act on this application too, while this application has the keyboard. With `outputs` 2, applications see the panel and
    /// an external as two outputs (`panelScreen`).
    package convenience init(
        display: WaylandDisplay, keyboard: KeyboardConfiguration, layout: LayoutPolicy = .filling, outputs: Int = 1,
        sharingTools other: WaylandContent? = nil
    ) throws(RuntimeError) {
        try self.init(
            display: display,
            screen: LogicalScreen(
                name: "kagami", size: Size(width: 1280, height: 800), refreshMilliHertz: 60_000),
            keyboard: keyboard, layout: layout, outputs: outputs, sharingTools: other)
    }

    /// Switches the seat to another layout; returns false, and changes nothing, if the layout does not compile.
    package func use(_ keyboard: KeyboardConfiguration) throws(RuntimeError) -> Bool {
        try attachments[Seat.self]?.keyboard.use(keyboard) ?? true
    }

    /// Shares the clipboard and the primary selection with an application on another display of the same loop.
    ///
    /// Sandboxed clients are left out.
    package func shareSelections(with other: WaylandContent) {
        guard let seat = attachments[Seat.self], let twin = other.attachments[Seat.self] else { return }
        seat.clipboard.share(with: twin.clipboard)
        seat.primary.share(with: twin.primary)
    }

    /// Applies the user's rules for windows.
    package func use(_ rules: [WindowRule]) {
        attachments[Desktop.self]?.use(rules)
    }

    /// Creates the globals with `screen` as the output's first description.
    convenience init(
        display: WaylandDisplay, screen: LogicalScreen, keyboard: KeyboardConfiguration, layout: LayoutPolicy,
        outputs: Int = 1, sharingTools other: WaylandContent? = nil
    ) throws(RuntimeError) {
        try self.init(display: display, screen: screen, outputs: outputs, sharingTools: other)
        let logger = Logger(label: "kagami.wayland")
        let shell = try Shell(content: self, policy: layout, logger: logger)
        let seat = try Seat(content: self, windows: shell.desktop, keyboard: keyboard, logger: logger)
        shell.desktop.seat = seat
        surfaces.attach(windows: shell.desktop, seat: seat)
        panelScreen?.surfaces.attach(windows: PanelWindows(shell.desktop), seat: seat)
        attachments[Seat.self] = seat
        extensions = try [shell] + ProtocolList.all(self, shell.desktop, seat, logger: logger)
        other?.attachments[Seat.self]?.toolSeats.append(WeakSeat(seat: seat))
    }
}

extension WaylandContent: DisplayToolPort {}

/// A client that connected through a socket pair handed over to the server.
package struct ClientConnection {
    let client: Client
}

extension WaylandDisplay {
    /// Adds a client at the other end of `descriptor`, which now belongs to the display; returns nil when there is no
    /// memory.
    package func connect(descriptor: CInt, privilege: ClientPrivilege) -> ClientConnection? {
        addClient(descriptor: descriptor, privilege: privilege).map(ClientConnection.init)
    }
}

extension WaylandContent {
    /// Moves a client's window so that the top left corner of its window geometry is at `point`.
    ///
    /// A layer surface stays there until the next arrangement; other surfaces do not move.
    package func place(windowOf surface: UInt32, from connection: ClientConnection, at point: Point<LogicalSpace>) {
        guard let handle = connection.client.handle,
            let resource = Resource<WlSurface>.lookUp(wl_client_get_object(handle, surface)),
            let role = Surface.of(resource)?.role
        else { return }
        let origin = WindowOrigin(x: Int(clamping: point.x), y: Int(clamping: point.y))
        ((role as? ShellSurface)?.shellRole as? Toplevel)?.move(to: origin)
        (role as? LayerSurface)?.move(to: origin)
    }
}
