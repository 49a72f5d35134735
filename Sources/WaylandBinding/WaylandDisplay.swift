import CWayland
import CWaylandExtras
import Glibc
import Logging
package import Runtime

/// The Wayland server, which owns the `wl_display`.
///
/// Every `Global` keeps the display alive. The display disconnects its clients when it is released.
package final class WaylandDisplay {
    package let handle: OpaquePointer
    /// The loop that the whole service runs on.
    package let loop: EventLoop

    /// Names and versions of the globals announced so far, without libwayland's own `wl_shm`.
    package internal(set) var announcedGlobals: [(name: String, version: Int)] = []

    /// The number of clients accepted since the start.
    package private(set) var clientsAccepted = 0
    /// Called for each client that connects or disconnects.
    package var clientChanged: (ClientChange) -> Void = { _ in }
    /// Events that wait for other events to the same clients.
    package let lateEvents = LateEvents()
    private var clientWatch: Listener?
    private let laggingClients: LaggingClients
    private let requestTurns: RequestTurns

    /// The display whose serial counter is used; nil for this display's own.
    private let numbering: WaylandDisplay?

    /// Creates a display whose clients are served from `loop`.
    ///
    /// `other` is another display of that loop. This display then uses its serial counter, so that the serials of both
    /// have one order.
    package init(loop: EventLoop, numberedBy other: WaylandDisplay? = nil) throws(RuntimeError) {
        LibraryLog.installed
        guard let display = wl_display_create(), let own = wl_display_get_event_loop(display) else {
            throw RuntimeError("wl_display_create")
        }
        handle = display
        self.loop = loop
        laggingClients = LaggingClients(loop: loop)
        numbering = other
        kagami_wl_display_keep(display, 1 << 20)
        requestTurns = try RequestTurns(reading: own, on: loop)
        loop.beforeSleep { [weak self] in
            self?.flush()
            self?.requestTurns.endTurn()
        }
        wl_display_set_global_filter(
            display,
            { client, global, _ in
                guard let client, let audience = AnyGlobal.of(global)?.audience else { return true }
                return audience.includes(Client.of(client))
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

    /// Reports every client that connects, on any socket, as long as the result is kept. The result must not outlive this object.
    package func watchClients(_ connected: @escaping (Client) -> Void) -> Listener {
        Listener(handler: { connected(Client.of($0)) }, attach: { wl_display_add_client_created_listener(handle, $0) })
    }

    private func connected(_ client: Client) {
        clientsAccepted += 1
        client.lateEvents = lateEvents
        laggingClients.add(client)
        requestTurns.add(client)
        client.watchLibraryObjects { [lateEvents] in lateEvents.sendAll(to: $0) }
        let processID = Int(client.processID)
        clientChanged(.connected(processID: processID))
        client.onDestroy { [weak self] in self?.clientChanged(.disconnected(processID: processID)) }
    }

    /// Sends the queued events of all clients but those that lag.
    package func flush() {
        lateEvents.flush()
        if !laggingClients.flush() { wl_display_flush_clients(handle) }
    }

    /// Tells that a frame of the clients' windows has been shown; clients that send very much are read after it.
    package func frameShown() { requestTurns.frameShown() }

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
        requestTurns.cancel()
        disconnectClients()
        wl_display_destroy(handle)
    }
}

/// Hands libwayland's messages, such as clients' protocol errors, to the service's log.
enum LibraryLog {
    /// libwayland has one handler for the process, and displays may be created on several threads, so this is done once.
    static let installed: Void = kagami_wl_log { line in
        guard let line else { return }
        Logger(label: "wayland").warning("libwayland reports", metadata: ["message": "\(String(cString: line))"])
    }
}

/// Events that need not wake their client, because they can be sent together with other events.
///
/// A client that gets its old buffer back when it commits, and its frame callback a refresh later, would wake up twice
/// for each frame. So would the service, to send both. A client that goes on without waiting gets all owed events at
/// once, at the latest before its next round trip ends, because it may have no buffer left to draw in.
package final class LateEvents {
    private var events: [any LateEvent] = []
    /// The clients to which other events will be sent soon.
    private var expecting: [Client] = []

    /// Adds an event. It is sent before the loop sleeps, or with the next `sendAll` if its client expects other events.
    package func add(_ event: any LateEvent) {
        events.append(event)
    }

    /// Makes the late events of a client wait for `sendAll`, which is sure to follow.
    package func expect(_ client: Client) {
        if !expects(client) { expecting.append(client) }
    }

    /// Whether late events of the client wait, or the client expects other events.
    package func keepsWaiting(_ client: Client) -> Bool {
        expects(client) || events.contains { $0.client === client }
    }

    /// Sends the late events of a client that goes on without waiting for the events that it expects.
    package func sendAll(to client: Client) {
        expecting.removeAll { $0 === client }
        let owed = events.filter { $0.client === client }
        events.removeAll { $0.client === client }
        for event in owed { event.send() }
    }

    /// Sends all late events, because the events that clients expect follow now.
    package func sendAll() {
        expecting.removeAll(keepingCapacity: true)
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

/// An event that may be sent later.
package protocol LateEvent: AnyObject {
    var client: Client { get }

    func send()
}
