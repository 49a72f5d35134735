import CWayland
import Glibc

/// A connected client. There is exactly one object per connection, so identity is equality.
final class Client {
    /// The client's process ID, as the kernel reported it on connection; 0 when unknown.
    let processID: pid_t
    /// The `wl_client`, or nil once it is gone.
    private(set) var handle: OpaquePointer?
    /// What the client may see; set before its first request is read.
    var privilege = ClientPrivilege.application
    /// Limits the memory for copies of buffers that the client destroys while they are shown.
    let copies = CopyBudget()
    private var destroyHandlers: [() -> Void] = []

    private init(handle: OpaquePointer) {
        self.handle = handle
        var pid: pid_t = 0
        var uid: uid_t = 0
        var gid: gid_t = 0
        wl_client_get_credentials(handle, &pid, &uid, &gid)
        processID = pid
    }

    /// The object of a `wl_client`.
    static func of(_ handle: OpaquePointer) -> Client {
        let listener = wl_client_get_destroy_listener(handle, DestroyListener.notify)
        if let known = DestroyListener.owner(of: listener)?.payload as? Client { return known }
        let client = Client(handle: handle)
        DestroyListener.attach(payload: client, onDestroy: client.invalidate) {
            wl_client_add_destroy_listener(handle, $0)
        }
        return client
    }

    /// Calls `handler` when the client's connection ends, before its objects are destroyed.
    func onDestroy(_ handler: @escaping () -> Void) {
        if handle == nil { handler() } else { destroyHandlers.append(handler) }
    }

    /// Ends the connection.
    func destroy() {
        if let handle { wl_client_destroy(handle) }
    }

    private func invalidate() {
        handle = nil
        let handlers = destroyHandlers
        destroyHandlers = []
        for handler in handlers { handler() }
    }
}

extension Client: Hashable {
    static func == (left: Client, right: Client) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
