import CWayland

/// Reports every client that connects to a display, on any socket.
final class ClientWatch {
    private struct Node {
        var listener: wl_listener
        var owner: Unmanaged<ClientWatch>
    }

    private let node: UnsafeMutablePointer<Node>
    private let connected: (Client) -> Void

    /// `display` must outlive this object.
    init(display: OpaquePointer, connected: @escaping (Client) -> Void) {
        self.connected = connected
        node = .allocate(capacity: 1)
        node.initialize(to: Node(listener: wl_listener(), owner: Unmanaged.passUnretained(self)))
        listener.pointee.notify = { listener, client in
            guard let listener, let client else { return }
            let node = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: Node.self)
            node.pointee.owner.takeUnretainedValue().connected(Client.of(OpaquePointer(client)))
        }
        wl_display_add_client_created_listener(display, listener)
    }

    deinit {
        wl_list_remove(&listener.pointee.link)
        node.deallocate()
    }

    private var listener: UnsafeMutablePointer<wl_listener> {
        UnsafeMutableRawPointer(node).assumingMemoryBound(to: wl_listener.self)
    }
}
