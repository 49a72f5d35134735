package import CWayland
import CWaylandExtras

/// A protocol object of some interface; see `Resource`.
package class AnyResource {
    /// The `wl_resource`, or nil once it is destroyed. Sending to a destroyed resource does nothing.
    package private(set) var handle: OpaquePointer?
    package let client: Client
    /// The version of the protocol object.
    package let version: Int
    private var destroyHandlers: [() -> Void] = []

    fileprivate init(handle: OpaquePointer?, client: Client, version: Int) {
        self.handle = handle
        self.client = client
        self.version = version
    }

    package var isAlive: Bool { handle != nil }

    /// The object ID, or 0 once destroyed.
    package var id: UInt32 { handle.map { wl_resource_get_id($0) } ?? 0 }

    /// Calls `handler` when the resource is destroyed: by a request, with its client, or by `destroy`.
    ///
    /// Calls it at once if the resource is already destroyed.
    package func onDestroy(_ handler: @escaping () -> Void) {
        if handle == nil { handler() } else { destroyHandlers.append(handler) }
    }

    /// Destroys the resource on the server's side.
    package func destroy() {
        if let handle { wl_resource_destroy(handle) }
    }

    /// Posts a protocol error, which disconnects the client.
    package func post(_ error: some WireErrorCode, _ message: String) {
        if let handle { kagami_wl_resource_post_error(handle, error.rawValue, message) }
    }

    fileprivate func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>) {}

    fileprivate func wasDestroyed() {
        handle = nil
        let handlers = destroyHandlers
        destroyHandlers = []
        for handler in handlers { handler() }
    }
}

/// A protocol object of one interface.
///
/// A resource owns its handler until it is destroyed. Resources that libwayland creates itself (`wl_shm` buffers) have
/// no handler, but the same identity and lifetime.
package final class Resource<Interface: WaylandInterface>: AnyResource {
    /// Receives the requests; nil makes the resource inert.
    package var handler: Interface.Requests? {
        get { holder?.handler }
        set { holder = newValue.map(RequestHandler.init) }
    }
    /// A box for the handler, whose size does not depend on the interface.
    ///
    /// Releasing the box needs no look-up of types. Callbacks, which come with each frame, have no box.
    private var holder: RequestHandler<Interface.Requests>?

    /// Creates a resource; with `id` 0 the server chooses the ID.
    ///
    /// If there is no memory or the ID is invalid, an error is posted to the client and the resource is dead from the
    /// start.
    package init(client: Client, version: Int, id: UInt32 = 0) {
        let version = min(version, Interface.version)
        let handle = client.makeObject { wl_resource_create($0, Interface.wire, CInt(version), id) }
        super.init(handle: handle, client: client, version: version)
        guard let handle else {
            if let handle = client.handle { wl_client_post_no_memory(handle) }
            return
        }
        wl_resource_set_dispatcher(
            handle, dispatchRequest, UnsafeRawPointer(InterfaceTable.pointers),
            Unmanaged<AnyResource>.passRetained(self).toOpaque(), destroyResource)
    }

    private init(foreign handle: OpaquePointer) {
        super.init(
            handle: handle, client: Client.of(wl_resource_get_client(handle)),
            version: Int(wl_resource_get_version(handle)))
        Listener.tie(self, onDestroy: wasDestroyed) {
            wl_resource_add_destroy_listener(handle, $0)
        }
    }

    /// The object that stands for a `wl_resource` of this interface.
    package static func lookUp(_ handle: OpaquePointer?) -> Resource? {
        guard let handle else { return nil }
        if wl_resource_instance_of(handle, Interface.wire, UnsafeRawPointer(InterfaceTable.pointers)) != 0 {
            guard let data = wl_resource_get_user_data(handle) else { return nil }
            return Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue() as? Resource
        }
        let listener = wl_resource_get_destroy_listener(handle, Listener.notify)
        return Listener.owner(of: listener)?.payload as? Resource ?? Resource(foreign: handle)
    }

    fileprivate override func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>) {
        Interface.dispatch(opcode: opcode, arguments: arguments, to: self)
    }

    fileprivate override func wasDestroyed() {
        super.wasDestroyed()
        holder = nil
    }
}

/// A box that owns the handler of an object's requests.
private final class RequestHandler<Requests> {
    let handler: Requests

    init(_ handler: Requests) { self.handler = handler }
}

/// An interface of a protocol; the generated namespaces (`WlSurface`, `XdgToplevel`, ...) conform.
package protocol WaylandInterface {
    /// The protocol that a handler of the interface conforms to, such as `any WlSurfaceRequests`.
    associatedtype Requests

    static var name: String { get }
    /// The newest version that the bindings describe.
    static var version: Int { get }
    /// libwayland's description, which is never freed.
    static var wire: UnsafePointer<wl_interface> { get }

    /// Decodes a request and passes it to the resource's handler. A resource without a handler is inert: its requests
    /// are ignored, and resources that they create are inert too.
    static func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>, to resource: Resource<Self>)
}

/// An error code of an interface.
package protocol WireErrorCode: RawRepresentable, Sendable where RawValue == UInt32 {}

private func dispatchRequest(
    _ implementation: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> CInt {
    guard let target, let arguments, let data = wl_resource_get_user_data(OpaquePointer(target)) else { return 0 }
    // Retained for the call, since the request may destroy the resource.
    Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue().dispatch(
        opcode: opcode, arguments: UnsafePointer(arguments))
    return 0
}

private func destroyResource(_ handle: OpaquePointer?) {
    guard let handle, let data = wl_resource_get_user_data(handle) else { return }
    Unmanaged<AnyResource>.fromOpaque(data).takeRetainedValue().wasDestroyed()
}

/// A `new_id` argument of a request. Exactly one of the functions must be called on it.
package struct NewResource<Interface: WaylandInterface> {
    package let id: UInt32
    package let client: Client
    /// The version of the resource that got the request; the new resource inherits it.
    package let version: Int

    init(id: UInt32, parent: AnyResource) {
        self.id = id
        client = parent.client
        version = parent.version
    }

    /// Creates the resource, which owns its handler until it is destroyed.
    @discardableResult
    package func create(_ handler: Interface.Requests) -> Resource<Interface> {
        let resource = Resource<Interface>(client: client, version: version, id: id)
        if resource.isAlive { resource.handler = handler }
        return resource
    }

    /// Creates a resource that ignores its requests; the handler may be set later.
    @discardableResult
    package func createInert() -> Resource<Interface> {
        Resource(client: client, version: version, id: id)
    }
}

extension NewResource where Interface == WlCallback {
    /// Creates a callback, which has no requests. Each frame needs a callback, and here the compiler knows its type.
    package func createCallback() -> Resource<WlCallback> {
        Resource(client: client, version: version, id: id)
    }
}

/// The live resources of one interface, by client.
package final class ResourceList<Interface: WaylandInterface> {
    package private(set) var all: [Resource<Interface>] = []

    package init() {}

    /// Adds a resource until it is destroyed.
    package func add(_ resource: Resource<Interface>) {
        guard resource.isAlive else { return }
        all.append(resource)
        resource.onDestroy { [weak self, weak resource] in self?.all.removeAll { $0 === resource || !$0.isAlive } }
    }

    /// Adds a resource until the resource or its owner is destroyed. Does nothing if the owner is inert.
    package func add<Owner>(_ resource: Resource<Interface>, until owner: Resource<Owner>) {
        guard owner.handler != nil else { return }
        add(resource)
        owner.onDestroy { [weak self, weak resource] in
            if let resource { self?.remove(resource) }
        }
    }

    /// Removes a resource.
    package func remove(_ resource: Resource<Interface>) {
        all.removeAll { $0 === resource }
    }

    package func of(_ client: Client) -> [Resource<Interface>] {
        all.filter { $0.client == client }
    }
}
