import CWayland
import CWaylandExtras
import Glibc
import Runtime

/// Reads clients' requests, so that those who send more than can be handled leave time for the others.
///
/// A client is greedy while its reads fill libwayland's buffer. One greedy client is read as any other. Several are read
/// in rounds, once each in a round, and for `slice` at most in a turn of the loop. Then they wait for as long as that turn
/// has taken, with the layout and the events that followed, and on until a frame has been shown. So they have half of the
/// service's time at most, and that half is over when the next frame is due:
///
///     all are read | layout, events | others are read, each `rest` | a frame is shown | all are read | ...
///     '------------ t -------------''-------------- t to 4 t ------------------------'
final class RequestTurns {
    /// How long greedy clients are read in a turn, in microseconds.
    private static let slice: Int64 = 2000
    /// How long nobody is read while greedy clients wait. Their sockets stay ready, and would wake the loop at once.
    private static let rest: Int64 = 1000
    /// How many times as long as their turn greedy clients wait for a frame.
    private static let mostWaits: Int64 = 4
    /// The number of sockets that libwayland looks at in one dispatch.
    private static let batch = 32

    private let loop: EventLoop
    private let events: OpaquePointer
    /// Watches libwayland's own event loop.
    private var source: DescriptorSource?
    private var restTimer: Timer?
    private var sockets: Set<CInt> = []
    private var greedy: Set<CInt> = []
    /// The greedy clients that this round has still to read.
    private var due: Set<CInt> = []
    /// Greedy clients wait until the first instant, and until the second if no frame is shown.
    private var wait: (least: Int64, most: Int64) = (.min, .min)
    /// Whether a frame has been shown since the greedy clients began to wait.
    private var isFrameShown = false
    /// When the turn began, if it is one that reads several greedy clients.
    private var turnStart: Int64?
    private var sliceEnd: Int64 = .max
    /// The number of sockets that the current dispatch has come to.
    private var seen = 0
    private var hasRefused = false

    /// Reads the clients of libwayland's event loop `events` from `loop`, until `cancel`.
    init(reading events: OpaquePointer, on loop: EventLoop) throws(RuntimeError) {
        self.events = events
        self.loop = loop
        source = try loop.watch(wl_event_loop_get_fd(events)) { [unowned self] _ in dispatch() }
        restTimer = loop.makeTimer { [unowned self] in source?.update(.readable) }
    }

    /// Looks after a client until it disconnects.
    func add(_ client: Client) {
        guard let handle = client.handle else { return }
        let socket = wl_client_get_fd(handle)
        sockets.insert(socket)
        client.onDestroy { [weak self] in self?.remove(socket) }
    }

    private func remove(_ socket: CInt) {
        sockets.remove(socket)
        greedy.remove(socket)
        due.remove(socket)
    }

    func cancel() {
        source?.cancel()
        restTimer?.disarm()
        (source, restTimer) = (nil, nil)
    }

    private func dispatch() {
        if !greedy.isEmpty { begin() }
        var reader = kagami_wl_reader(
            owner: Unmanaged.passUnretained(self).toOpaque(),
            may_read: { owner, socket in RequestTurns.of(owner).mayRead(socket) },
            has_read: { owner, socket, filled in RequestTurns.of(owner).hasRead(socket, isFull: filled) })
        // The others may be behind any number of greedy ones.
        for _ in 0...(isRationed ? sockets.count / Self.batch : 0) {
            seen = 0
            kagami_wl_dispatch(events, &reader)
            if seen < Self.batch { break }
        }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> RequestTurns {
        Unmanaged.fromOpaque(owner!).takeUnretainedValue()
    }

    private var isRationed: Bool { greedy.count > 1 }

    /// Begins a slice unless the greedy clients have to wait.
    private func begin() {
        let now = loop.currentTime
        guard now >= (isFrameShown ? wait.least : wait.most) else { return sliceEnd = .min }
        if due.isEmpty { beginRound() }
        sliceEnd = now + Self.slice
        turnStart = isRationed ? now : nil
    }

    private func beginRound() {
        var states = greedy.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&states, nfds_t(states.count), 0)
        greedy = Set(states.lazy.filter { $0.revents != 0 }.map(\.fd))
        due = greedy
    }

    private func mayRead(_ socket: CInt) -> Bool {
        seen += 1
        guard isRationed, greedy.contains(socket) else { return true }
        let isDue = due.contains(socket) && loop.currentTime < sliceEnd
        if !isDue { hasRefused = true }
        return isDue
    }

    private func hasRead(_ socket: CInt, isFull: Bool) {
        if !due.isEmpty { due.remove(socket) }
        if isFull, sockets.contains(socket) {
            greedy.insert(socket)
        } else if !greedy.isEmpty {
            greedy.remove(socket)
        }
    }

    /// Tells that a frame has been shown, so that none is due for some time.
    func frameShown() { isFrameShown = true }

    /// Tells that all has been done that followed of the requests read in this turn.
    func endTurn() {
        guard turnStart != nil || hasRefused else { return }
        let now = loop.currentTime
        if let turnStart {
            let taken = now - turnStart
            wait = (now + taken, now + Self.mostWaits * taken)
            isFrameShown = false
        }
        turnStart = nil
        guard hasRefused else { return }
        hasRefused = false
        let rest = min(wait.most - now, Self.rest)
        if rest <= 0 { return }
        source?.update([])
        restTimer?.arm(at: now + rest)
    }
}
