import CWayland
import Runtime
import WaylandBinding

/// Checks each `wl_shm` buffer as soon as it is created.
///
/// libwayland compares the stride with the width in pixels only; with this check a client gets the error on creation
/// rather than when it shows the buffer.
final class ShmBufferCheck {
    private var watch: Listener?

    /// `display` must outlive this object.
    init(_ display: WaylandDisplay) {
        watch = display.watchClients { [unowned display] client in
            guard let handle = client.handle else { return }
            let objects = Listener(
                handler: { [weak client] created in
                    guard let client, String(cString: wl_resource_get_class(created)) == WlBuffer.name else { return }
                    // Not a buffer yet: libwayland calls the listener before it fills the object in.
                    let id = wl_resource_get_id(created)
                    display.loop.deferAction { Self.check(id, of: client) }
                }, attach: { wl_client_add_resource_created_listener(handle, $0) })
            client.onDestroy(objects.cancel)
        }
    }

    private static func check(_ id: UInt32, of client: Client) {
        guard let handle = client.handle, let object = wl_client_get_object(handle, id),
            wl_shm_buffer_get(object) != nil
        else { return }
        // `ShmPixels` posts the error.
        if let buffer = Resource<WlBuffer>.lookUp(object) { _ = ShmPixels(buffer) }
    }
}
