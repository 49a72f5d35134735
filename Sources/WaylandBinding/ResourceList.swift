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

    /// Adds a resource until it or an object that it belongs to is destroyed; not at all if that object is inert.
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
