import CWayland

/// Looks at each buffer of shared memory as soon as it is made: libwayland compares its stride with its width in
/// pixels only, and a client that got it wrong is told so at once rather than when it shows the buffer.
final class ShmBufferCheck {
    private var watch: ClientWatch?

    /// `display` must outlive this object.
    init(_ display: WaylandDisplay) {
        watch = ClientWatch(display: display.handle) { [unowned display] client in
            guard let handle = client.handle else { return }
            let objects = CreatedObjects(client: handle) { [weak client] created in
                guard let client, String(cString: wl_resource_get_class(created)) == WlBuffer.name else { return }
                // The object is not a buffer yet: libwayland tells of it before it is filled in.
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
        // Whatever is wrong is posted.
        if let buffer = Resource<WlBuffer>.lookUp(object) { _ = ShmPixels(buffer) }
    }
}

/// Hears of every object that is made for a client.
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

    /// Stops listening; to be called before the client's end.
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
