import CWayland
import Runtime

/// The Wayland server: owner of the `wl_display`.
///
/// Must outlive every global; clients are disconnected when it goes.
package final class WaylandDisplay {
    let handle: OpaquePointer
    /// The loop that the whole service runs on.
    package let loop: EventLoop

    /// The interfaces announced so far and their versions, libwayland's own `wl_shm` left out.
    package internal(set) var announcedGlobals: [(name: String, version: Int)] = []

    /// Clients accepted since the start.
    package private(set) var clientsAccepted = 0
    /// Told of each client that comes or goes.
    package var clientChanged: (ClientChange) -> Void = { _ in }
    private var clientWatch: ClientWatch?
    /// Wakes the service's loop when the display's own, which libwayland makes with it, has something to do.
    private var clientsReady: DescriptorSource?

    /// Whose serials are handed out; nil for its own.
    private let numbering: WaylandDisplay?

    /// A display whose clients are served from `loop`. With the serials of another display of that loop, what one client
    /// is told of both has one order.
    package init(loop: EventLoop, numberedBy other: WaylandDisplay? = nil) throws(WaylandError) {
        LibraryLog.install()
        guard let display = wl_display_create(), let own = wl_display_get_event_loop(display) else {
            throw WaylandError("wl_display_create")
        }
        handle = display
        self.loop = loop
        numbering = other
        do throws(RuntimeError) {
            clientsReady = try loop.watch(wl_event_loop_get_fd(own)) { _ in wl_event_loop_dispatch(own, 0) }
        } catch {
            wl_display_destroy(display)
            throw WaylandError(error.operation, error.object, errorNumber: error.errorNumber)
        }
        loop.beforeSleep { [weak self] in self?.flush() }
        wl_display_set_global_filter(
            display,
            { client, global, _ in
                guard let client, let audience = AnyGlobal.of(global)?.audience else { return true }
                return audience.includes(Client.of(client).privilege)
            }, nil)
        clientWatch = ClientWatch(display: display) { [unowned self] in connected($0) }
    }

    /// Takes a client that is already connected, at the other end of `descriptor`, which now belongs to the
    /// display; nil when there is no memory for it.
    @discardableResult
    func addClient(descriptor: CInt, privilege: ClientPrivilege = .application) -> Client? {
        let client = wl_client_create(handle, descriptor).map(Client.of)
        client?.privilege = privilege
        return client
    }

    private func connected(_ client: Client) {
        clientsAccepted += 1
        let processID = Int(client.processID)
        clientChanged(.connected(processID: processID))
        client.onDestroy { [weak self] in self?.clientChanged(.disconnected(processID: processID)) }
    }

    /// Sends what is queued for all clients.
    package func flush() {
        wl_display_flush_clients(handle)
    }

    /// A number newer than any handed out before (modulo 2^32), for an event that carries a serial.
    func nextSerial() -> UInt32 {
        numbering?.nextSerial() ?? wl_display_next_serial(handle)
    }

    /// The serial handed out last.
    var serial: UInt32 { numbering?.serial ?? wl_display_get_serial(handle) }

    /// Disconnects every client.
    package func disconnectClients() {
        wl_display_destroy_clients(handle)
    }

    deinit {
        clientWatch = nil
        clientsReady?.cancel()
        disconnectClients()
        wl_display_destroy(handle)
    }
}
