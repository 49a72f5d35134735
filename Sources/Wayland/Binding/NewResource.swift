/// A `new_id` argument of a request. Exactly one of the functions must be called on it.
struct NewResource<Interface: WaylandInterface> {
    let id: UInt32
    let client: Client
    /// The version of the resource that the request was made on, which the new one inherits.
    let version: Int

    init(id: UInt32, parent: AnyResource) {
        self.id = id
        client = parent.client
        version = parent.version
    }

    /// Creates the resource, which owns its handler until it is destroyed.
    @discardableResult
    func create(_ handler: Interface.Requests) -> Resource<Interface> {
        let resource = Resource<Interface>(client: client, version: version, id: id)
        if resource.isAlive { resource.handler = handler }
        return resource
    }

    /// Creates a resource that ignores its requests; the handler may be set later.
    @discardableResult
    func createInert() -> Resource<Interface> {
        Resource(client: client, version: version, id: id)
    }
}
