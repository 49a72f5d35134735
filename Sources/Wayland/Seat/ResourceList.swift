/// The live resources of one interface, by client.
final class ResourceList<Interface: WaylandInterface> {
    private(set) var all: [Resource<Interface>] = []

    /// Adds a resource until it is destroyed.
    func add(_ resource: Resource<Interface>) {
        guard resource.isAlive else { return }
        all.append(resource)
        resource.onDestroy { [weak self, weak resource] in self?.all.removeAll { $0 === resource || !$0.isAlive } }
    }

    /// Adds a resource that belongs to a `wl_pointer` until either is destroyed.
    func add(_ resource: Resource<Interface>, for pointer: Resource<WlPointer>) {
        guard pointer.handler != nil else { return }
        add(resource)
        pointer.onDestroy { [weak self, weak resource] in
            if let resource { self?.remove(resource) }
        }
    }

    /// Removes a resource.
    func remove(_ resource: Resource<Interface>) {
        all.removeAll { $0 === resource }
    }

    func of(_ client: Client) -> [Resource<Interface>] {
        all.filter { $0.client == client }
    }
}
