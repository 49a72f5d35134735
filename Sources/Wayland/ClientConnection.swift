import CWayland
package import Geometry
import Mirroring
package import WaylandBinding

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
