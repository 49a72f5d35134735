/// A `new_id` argument of a request. Exactly one of the functions must be called on it.
package struct NewResource<Interface: WaylandInterface> {
    package let id: UInt32
    package let client: Client
    /// The version of the resource that the request was made on, which the new one inherits.
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
    /// Creates a callback, which has no requests. Frames come with one each, and here the compiler knows its type.
    package func createCallback() -> Resource<WlCallback> {
        Resource(client: client, version: version, id: id)
    }
}
