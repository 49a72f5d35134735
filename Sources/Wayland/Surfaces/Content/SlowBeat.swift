import Mirroring
import Runtime

/// Sends frame callbacks once a second to surfaces that nobody sees.
///
/// So a client whose main loop waits in its buffer swap goes on, and a client that draws with each callback costs
/// little. The beat runs only while such a surface waits.
final class SlowBeat {
    private let loop: EventLoop
    /// Whether a frame with the surface will be drawn.
    var isDrawn: (Surface) -> Bool = { _ in false }
    /// Surfaces that have asked for a callback. Those whose callback has been sent, or that are destroyed, are removed later.
    private var waiting: [ObjectIdentifier: Surface] = [:]
    private var isBeating = false

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Adds a surface that has asked for a callback. Cursors are left out: nobody waits for a hidden cursor.
    ///
    /// Of a client that asks again and again without waiting, only the last callbacks are held back: a second's together are more
    /// than its socket takes, and libwayland would end the client.
    func add(_ surface: Surface) {
        surface.frameRequests.callBack(at: Timestamp(microseconds: loop.turnTime), keeping: Self.mostCallbacks)
        if surface.roleKind != .cursor { waiting[ObjectIdentifier(surface)] = surface }
    }

    /// Starts the beat if a hidden surface waits. Called when surfaces may have been shown, hidden or called back.
    func follow() {
        if isBeating || waiting.isEmpty { return }
        for (key, surface) in waiting where surface.frameRequests.callbacks.isEmpty { waiting[key] = nil }
        guard waiting.values.contains(where: { !isDrawn($0) }) else { return }
        isBeating = true
        loop.schedule(afterMicroseconds: Self.interval) { [weak self] in self?.beat() }
    }

    private func beat() {
        callBack(waiting.values.filter { !isDrawn($0) }[...])
    }

    /// Calls the surfaces back, some in a turn.
    private func callBack(_ surfaces: ArraySlice<Surface>) {
        for surface in surfaces.prefix(Self.mostInTurn) {
            surface.frameRequests.callBack(at: Timestamp(microseconds: loop.turnTime))
        }
        let others = surfaces.dropFirst(Self.mostInTurn)
        if !others.isEmpty { return loop.continueNextTurn { [weak self] in self?.callBack(others) } }
        isBeating = false
        follow()
    }

    /// One second, in microseconds.
    private static let interval: Int64 = 1_000_000
    /// The surfaces that are called back in a turn of the loop.
    private static let mostInTurn = 32
    /// The callbacks of a surface that wait.
    static let mostCallbacks = 8
}
