/// An object that a request asks for. Exactly one of the functions is to be called on it.
struct NewResource<Interface: WaylandInterface> {
    let id: UInt32
    let client: Client
    /// The version of the object that the request was made on, which the new one inherits.
    let version: Int

    init(id: UInt32, parent: AnyResource) {
        self.id = id
        client = parent.client
        version = parent.version
    }

    /// Makes the object with its handler, which it owns until it is destroyed.
    @discardableResult
    func create(_ handler: Interface.Requests) -> Resource<Interface> {
        let resource = Resource<Interface>(client: client, version: version, id: id)
        if resource.isAlive { resource.handler = handler }
        return resource
    }

    /// Makes an object that ignores its requests; the handler may be set later.
    @discardableResult
    func createInert() -> Resource<Interface> {
        Resource(client: client, version: version, id: id)
    }
}
