import CWayland
import CWaylandExtras
import Runtime

/// Reads the clients' requests, those of clients that have cost least time first.
///
/// libwayland reads up to 4 KiB from each client that has sent something, in the kernel's order. That is right for clients that
/// send little. But hundreds of requests from each of many clients, read in one go, keep the panel's finger and the next frame
/// waiting. So while several clients have sent requests, this object lets libwayland see one of them at a time. It stops after
/// `slice`, so that input and frames have their turn, and goes on in the next turn of the loop. Clients of which the service reads
/// late have to wait with sending: the kernel keeps some 200 KB for each.
///
/// No client waits for ever: the time that a client has cost counts half as much after `halfLife`.
final class ClientTurns {
    private let loop: EventLoop
    /// libwayland's event loop.
    private let events: OpaquePointer
    /// The event loop's epoll instance, which is readable when there is something to read.
    let descriptor: CInt
    /// Whether the sources of clients can be found, so that clients can wait.
    private let tellsSources: Bool
    private var turns: [OpaquePointer: Turn] = [:]
    /// Clients that have sent requests and are not watched until it is their turn.
    private var waiting: [Turn] = []
    /// Whether the next turn of the loop goes on with those that wait.
    private var isContinued = false
    /// The turn of the loop in which requests were last read.
    private var lastTime: Int64?
    /// Whether the user acts on a client, whose time then counts less.
    var isUsed: (Client) -> Bool = { _ in false }

    /// The time after which other work has its turn, in microseconds. The requests of a client once read are finished.
    static let slice: Int64 = 2000
    /// In microseconds.
    static let halfLife: Int64 = 100_000
    /// By how much less the time of a client counts on which the user acts.
    private static let privilege: Int64 = 16
    /// The ready clients that are found at once.
    private static let capacity = 64

    /// One client's place in the order.
    private final class Turn {
        unowned let client: Client
        let source: OpaquePointer
        /// The microseconds that the client's requests have cost, as far as they still count at `since`.
        private var cost: Int64 = 0
        private var since: Int64 = 0
        var isWaiting = false

        init(_ client: Client, _ source: OpaquePointer) {
            (self.client, self.source) = (client, source)
        }

        func cost(at time: Int64) -> Int64 {
            let halvings = (time - since) / halfLife
            if halvings > 0 {
                cost >>= min(halvings, 63)
                since += halvings * halfLife
            }
            return cost
        }

        func add(_ microseconds: Int64, at time: Int64) {
            cost = cost(at: time) + microseconds
        }
    }

    init(_ display: OpaquePointer, _ loop: EventLoop) {
        self.loop = loop
        events = wl_display_get_event_loop(display)
        descriptor = wl_event_loop_get_fd(events)
        tellsSources = kagami_wl_tells_event_sources(events)
    }

    /// Looks after a client until it disconnects.
    func add(_ client: Client) {
        guard tellsSources, let handle = client.handle,
            let source = kagami_wl_event_source(events, wl_client_get_fd(handle))
        else { return }
        let turn = Turn(client, source)
        turns[source] = turn
        client.onDestroy { [weak self] in
            self?.turns[source] = nil
            self?.waiting.removeAll { $0 === turn }
        }
    }

    /// Reads what clients have sent. Called when libwayland's event loop is ready.
    func read() {
        // Nearly always one client has sent something, and the others have sent nothing.
        if waiting.isEmpty, !hasSeveralReady { return dispatch() }
        lastTime = loop.turnTime
        collect()
        readInTurn()
        continueLater()
    }

    private func dispatch() {
        wl_event_loop_dispatch(events, 0)
    }

    private var hasSeveralReady: Bool {
        withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: 2) {
            kagami_wl_ready_sources(events, $0.baseAddress, $0.count) > 1
        }
    }

    /// Makes all clients that have sent requests wait. Everything else that libwayland watches is handled.
    private func collect() {
        withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: Self.capacity) { sources in
            var count = 0
            repeat {
                count = kagami_wl_ready_sources(events, sources.baseAddress, sources.count)
                var hasOther = false
                for source in sources.prefix(count) {
                    guard let source, let turn = turns[source] else {
                        hasOther = true
                        continue
                    }
                    wl_event_source_fd_update(source, 0)
                    if !turn.isWaiting { waiting.append(turn) }
                    turn.isWaiting = true
                }
                if hasOther { return dispatch() }
            } while count == sources.count
        }
    }

    /// Reads from the clients that wait until the slice is over, at least from one.
    private func readInTurn() {
        var time = MonotonicClock.now
        let end = time + Self.slice
        var order: [(turn: Turn, cost: Int64)] = waiting.map { turn in
            (turn, turn.cost(at: time) / (isUsed(turn.client) ? Self.privilege : 1))
        }
        // The last has its turn first.
        order.sort { $0.cost > $1.cost }
        waiting = order.map(\.turn)
        while time < end, let turn = waiting.popLast() {
            turn.isWaiting = false
            wl_event_source_fd_update(turn.source, UInt32(WL_EVENT_READABLE))
            dispatch()
            let start = time
            time = MonotonicClock.now
            turn.add(time - start, at: time)
        }
    }

    private func continueLater() {
        guard !waiting.isEmpty, !isContinued else { return }
        isContinued = true
        loop.continueNextTurn { [weak self] in
            guard let self else { return }
            isContinued = false
            if lastTime == loop.turnTime { continueLater() } else { read() }
        }
    }
}
