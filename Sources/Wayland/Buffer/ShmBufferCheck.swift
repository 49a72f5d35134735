import Runtime
import CWayland

/// Checks each `wl_shm` buffer as soon as it is created.
///
/// libwayland compares the stride with the width in pixels only; with this check a client gets the error on creation
/// rather than when it shows the buffer.
final class ShmBufferCheck {
    private var watch: ClientWatch?

    /// `display` must outlive this object.
    init(_ display: WaylandDisplay) {
        watch = ClientWatch(display: display.handle) { [unowned display] client in
            guard let handle = client.handle else { return }
            let objects = CreatedObjects(client: handle) { [weak client] created in
                guard let client, String(cString: wl_resource_get_class(created)) == WlBuffer.name else { return }
                // Not a buffer yet: libwayland calls the listener before it fills the object in.
                let id = wl_resource_get_id(created)
                display.loop.deferAction { Self.check(id, of: client) }
            }
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

/// Reports every resource created for a client.
private final class CreatedObjects {
    private struct Node {
        var listener: wl_listener
        var owner: Unmanaged<CreatedObjects>
    }

    private let node: UnsafeMutablePointer<Node>
    private let created: (OpaquePointer) -> Void

    init(client: OpaquePointer, created: @escaping (OpaquePointer) -> Void) {
        self.created = created
        node = .allocate(capacity: 1)
        node.initialize(to: Node(listener: wl_listener(), owner: Unmanaged.passUnretained(self)))
        listener.pointee.notify = { listener, object in
            guard let listener, let object else { return }
            let node = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: Node.self)
            node.pointee.owner.takeUnretainedValue().created(OpaquePointer(object))
        }
        wl_client_add_resource_created_listener(client, listener)
    }

    /// Stops listening; must be called before the client is destroyed.
    func cancel() {
        wl_list_remove(&listener.pointee.link)
    }

    deinit {
        node.deallocate()
    }

    private var listener: UnsafeMutablePointer<wl_listener> {
        UnsafeMutableRawPointer(node).assumingMemoryBound(to: wl_listener.self)
    }
}
