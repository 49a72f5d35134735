import CWayland
import Geometry
import Mirroring

/// A client that was handed over by its socket instead of having connected by itself.
package struct ClientConnection {
    let client: Client
}

extension WaylandDisplay {
    /// Takes a client at the other end of `descriptor`, which now belongs to the display; nil when there is no memory
    /// for it.
    package func connect(descriptor: CInt, privilege: ClientPrivilege) -> ClientConnection? {
        addClient(descriptor: descriptor, privilege: privilege).map(ClientConnection.init)
    }
}

extension WaylandContent {
    /// Moves the window of a client's surface, so that its geometry's top left corner is at `point`.
    ///
    /// A layer surface goes there until all such are placed again; other surfaces do not move.
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
