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

    /// Removes a resource.
    package func remove(_ resource: Resource<Interface>) {
        all.removeAll { $0 === resource }
    }

    package func of(_ client: Client) -> [Resource<Interface>] {
        all.filter { $0.client == client }
    }
}
