import Compositor
import Control
import Mirroring
import Runtime

/// Plays the input that connections inject, in shares of a turn, and takes their devices away when they close.
final class InputReplays {
    private let compositor: Compositor
    private let loop: EventLoop
    private var replays: [ObjectIdentifier: Replay] = [:]
    private var nextReplay = 1

    /// How long a turn's share may take.
    private static let shareMicroseconds: Int64 = 1000

    init(_ compositor: Compositor, loop: EventLoop) {
        self.compositor = compositor
        self.loop = loop
    }

    /// Acts on the events as if devices had sent them just now; nil where the reply comes when all are played.
    func inject(_ inputs: [RecordedInput], from connection: ControlConnection) -> ControlReply? {
        let key = ObjectIdentifier(connection)
        let replay = replays[key] ?? newReplay()
        replays[key] = replay
        let rest = play(inputs[...], in: replay)
        if rest.isEmpty { return .done }
        goOn(with: rest, in: replay, LaterReply(connection))
        return nil
    }

    /// The connection's devices leave, with whatever they hold.
    func connectionClosed(_ connection: ControlConnection) {
        guard let replay = replays.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        replay.isOver = true
        remove(replay.devices.removeAll()[...])
    }

    private func goOn(with inputs: ArraySlice<RecordedInput>, in replay: Replay, _ reply: LaterReply) {
        loop.continueNextTurn { [weak self] in
            guard let self, !replay.isOver else { return }
            let rest = play(inputs, in: replay)
            rest.isEmpty ? reply.send(.done) : goOn(with: rest, in: replay, reply)
        }
    }

    private func remove(_ events: ArraySlice<InputEvent>) {
        var rest = events
        let deadline = EventLoop.now() + Self.shareMicroseconds
        while let event = rest.popFirst() {
            compositor.inject(event)
            if EventLoop.now() >= deadline { break }
        }
        if !rest.isEmpty { loop.continueNextTurn { [weak self] in self?.remove(rest) } }
    }

    /// Plays a share of the events and returns those that are left.
    private func play(_ inputs: ArraySlice<RecordedInput>, in replay: Replay) -> ArraySlice<RecordedInput> {
        var rest = inputs
        let start = EventLoop.now()
        while let input = rest.popFirst() {
            for event in replay.devices.admit(input, at: Timestamp(microseconds: start)) { compositor.inject(event) }
            if EventLoop.now() >= start + Self.shareMicroseconds { break }
        }
        return rest
    }

    /// Each replay's devices get a range of numbers that no other device has.
    private func newReplay() -> Replay {
        defer { nextReplay += 1 }
        return Replay(ReplayedDevices(firstNumber: 10_000_000 &+ nextReplay &* 100_000))
    }
}

/// The devices of one connection.
private final class Replay {
    var devices: ReplayedDevices
    /// The connection has closed.
    var isOver = false

    init(_ devices: ReplayedDevices) {
        self.devices = devices
    }
}
