import CWayland
import CWaylandExtras
import Glibc
import Logging
package import Runtime

/// The Wayland server, which owns the `wl_display`.
///
/// It must outlive every global; its clients are disconnected when it is released.
package final class WaylandDisplay {
    package let handle: OpaquePointer
    /// The loop that the whole service runs on.
    package let loop: EventLoop

    /// Names and versions of the globals announced so far, without libwayland's own `wl_shm`.
    package internal(set) var announcedGlobals: [(name: String, version: Int)] = []

    /// Clients accepted since the start.
    package private(set) var clientsAccepted = 0
    /// Called for each client that connects or disconnects.
    package var clientChanged: (ClientChange) -> Void = { _ in }
    /// Events that go with others of their clients.
    package let lateEvents = LateEvents()
    private var clientWatch: Listener?
    /// Watches libwayland's own event loop from the service's loop.
    private var clientsReady: DescriptorSource?

    /// The display whose serial counter is used; nil for its own.
    private let numbering: WaylandDisplay?

    /// Creates a display whose clients are served from `loop`. With the serial counter of another display of that loop,
    /// the serials of both have one order.
    package init(loop: EventLoop, numberedBy other: WaylandDisplay? = nil) throws(RuntimeError) {
        LibraryLog.installed
        guard let display = wl_display_create(), let own = wl_display_get_event_loop(display) else {
            throw RuntimeError("wl_display_create")
        }
        handle = display
        self.loop = loop
        numbering = other
        clientsReady = try loop.watch(wl_event_loop_get_fd(own)) { _ in wl_event_loop_dispatch(own, 0) }
        loop.beforeSleep { [weak self] in self?.flush() }
        wl_display_set_global_filter(
            display,
            { client, global, _ in
                guard let client, let audience = AnyGlobal.of(global)?.audience else { return true }
                return audience.includes(Client.of(client).privilege)
            }, nil)
        clientWatch = watchClients { [unowned self] in connected($0) }
    }

    /// Adds a client that is connected at the other end of `descriptor`, which now belongs to the display; returns nil
    /// when there is no memory.
    @discardableResult
    package func addClient(descriptor: CInt, privilege: ClientPrivilege = .application) -> Client? {
        let client = wl_client_create(handle, descriptor).map(Client.of)
        client?.privilege = privilege
        return client
    }

    /// Reports every client that connects, on any socket, as long as the result is kept; not longer than this object.
    package func watchClients(_ connected: @escaping (Client) -> Void) -> Listener {
        Listener(handler: { connected(Client.of($0)) }, attach: { wl_display_add_client_created_listener(handle, $0) })
    }

    private func connected(_ client: Client) {
        clientsAccepted += 1
        client.lateEvents = lateEvents
        client.watchLibraryObjects { [lateEvents] in lateEvents.sendAll(to: $0) }
        let processID = Int(client.processID)
        clientChanged(.connected(processID: processID))
        client.onDestroy { [weak self] in self?.clientChanged(.disconnected(processID: processID)) }
    }

    /// Sends the queued events of all clients.
    package func flush() {
        lateEvents.flush()
        wl_display_flush_clients(handle)
    }

    /// The next serial, newer than all before it (modulo 2^32).
    package func nextSerial() -> UInt32 {
        numbering?.nextSerial() ?? wl_display_next_serial(handle)
    }

    /// The last serial.
    package var serial: UInt32 { numbering?.serial ?? wl_display_get_serial(handle) }

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

/// Hands libwayland's messages, such as clients' protocol errors, to the service's log.
enum LibraryLog {
    /// The library has one handler for the process, and displays may be made in several threads.
    static let installed: Void = kagami_wl_log { line in
        guard let line else { return }
        Logger(label: "wayland").warning("libwayland reports", metadata: ["message": "\(String(cString: line))"])
    }
}

/// Events that need not wake their client up: they go with others that it is about to be sent.
///
/// A client that gets its old buffer back when it commits, and its frame callback a refresh later, would wake up twice for each
/// frame; so would the service, to send to it. A client that goes on without waiting gets all that it is owed at once, at the
/// latest before the end of its next round trip: it may have no buffer left to draw in.
package final class LateEvents {
    private var events: [any LateEvent] = []
    /// The clients that are about to be sent something.
    private var expecting: [Client] = []

    /// Sends the event with the next others, at the latest before the loop sleeps unless its client is known to get some.
    package func add(_ event: any LateEvent) {
        events.append(event)
    }

    /// Has the late events of a client wait for `sendAll`, which will come by itself.
    package func expect(_ client: Client) {
        if !expects(client) { expecting.append(client) }
    }

    /// Whether the client is owed events, or expects some, that wait to be sent.
    package func keepsWaiting(_ client: Client) -> Bool {
        expects(client) || events.contains { $0.client === client }
    }

    /// Sends what a client is owed: it goes on without waiting for what it expects.
    package func sendAll(to client: Client) {
        expecting.removeAll { $0 === client }
        let owed = events.filter { $0.client === client }
        events.removeAll { $0.client === client }
        for event in owed { event.send() }
    }

    /// Sends all: what clients expect follows.
    package func sendAll() {
        expecting = []
        flush()
    }

    /// Sends the events of clients that expect nothing.
    func flush() {
        if events.allSatisfy({ expects($0.client) }) { return }
        let all = events
        events = []
        for event in all {
            if expects(event.client) { events.append(event) } else { event.send() }
        }
    }

    private func expects(_ client: Client) -> Bool { expecting.contains { $0 === client } }
}

/// An event of an object, to be sent at some time.
package protocol LateEvent: AnyObject {
    var client: Client { get }

    func send()
}
