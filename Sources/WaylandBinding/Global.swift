import CWayland
package import Runtime

/// A global of some interface; see `Global`.
package class AnyGlobal {
    /// The clients that the global exists for.
    let audience: GlobalAudience

    fileprivate init(audience: GlobalAudience) {
        self.audience = audience
    }

    fileprivate func bind(client: Client, version: UInt32, id: UInt32) {}

    /// The object of a `wl_global`; nil for a global of libwayland itself.
    static func of(_ handle: OpaquePointer?) -> AnyGlobal? {
        guard let handle, let data = wl_global_get_user_data(handle) else { return nil }
        return Unmanaged<AnyGlobal>.fromOpaque(data).takeUnretainedValue()
    }
}

/// A global that each client in its audience can bind; withdrawn when released.
package final class Global<Interface: WaylandInterface>: AnyGlobal {
    private var handle: OpaquePointer?
    /// Keeps the display alive as long as the global.
    private let display: WaylandDisplay
    private let onBind: (Resource<Interface>) -> Interface.Requests?

    /// Announces the interface at `version`, or at the newest version that the bindings describe if that is older.
    ///
    /// `onBind` gets each new resource and returns its handler; it may send events.
    package init(
        _ display: WaylandDisplay, version: Int, audience: GlobalAudience = .everyone,
        onBind: @escaping (Resource<Interface>) -> Interface.Requests?
    ) throws(RuntimeError) {
        self.display = display
        self.onBind = onBind
        super.init(audience: audience)
        handle = wl_global_create(
            display.handle, Interface.wire, CInt(min(version, Interface.version)),
            Unmanaged<AnyGlobal>.passUnretained(self).toOpaque(), bindGlobal)
        if handle == nil { throw RuntimeError("wl_global_create", Interface.name) }
        if !display.announcedGlobals.contains(where: { $0.name == Interface.name }) {
            display.announcedGlobals.append((Interface.name, min(version, Interface.version)))
        }
    }

    /// Tells clients that the global goes. Clients that do not know yet can bind it until it is released.
    package func withdraw() {
        if let handle { wl_global_remove(handle) }
    }

    fileprivate override func bind(client: Client, version: UInt32, id: UInt32) {
        let resource = Resource<Interface>(client: client, version: Int(version), id: id)
        if resource.isAlive { resource.handler = onBind(resource) }
    }

    deinit {
        if let handle { wl_global_destroy(handle) }
    }
}

private func bindGlobal(
    _ client: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ version: UInt32, _ id: UInt32
) {
    guard let client, let data else { return }
    Unmanaged<AnyGlobal>.fromOpaque(data).takeUnretainedValue().bind(
        client: Client.of(client), version: version, id: id)
}
