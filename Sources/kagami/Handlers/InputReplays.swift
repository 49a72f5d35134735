import Compositor
import Control
import Mirroring
import Runtime

/// Replays the input that connections inject, in time slices, and removes their devices when they close.
final class InputReplays: CommandHandler {
    private let compositor: Compositor
    private let loop: EventLoop
    private var replays: [ObjectIdentifier: Replay] = [:]
    private let numbers: DeviceNumbers

    /// The most time that a turn of the loop spends on replays, measured by the clock itself.
    private static let shareMicroseconds: Int64 = 1000

    init(_ compositor: Compositor, _ numbers: DeviceNumbers, loop: EventLoop) {
        self.compositor = compositor
        self.numbers = numbers
        self.loop = loop
    }

    /// Handles events as if devices had just sent them; the answer follows after the last event.
    func answer(_ command: InjectInputRequest, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        let key = ObjectIdentifier(call.connection)
        let replay = replays[key] ?? Replay(ReplayedDevices(numbers))
        replays[key] = replay
        let rest = play(command.events[...], in: replay)
        if rest.isEmpty { return .done }
        goOn(with: rest, in: replay, call.later)
        return nil
    }

    /// Removes the connection's devices and releases their keys and contacts.
    func connectionClosed(_ connection: ControlConnection) {
        guard let replay = replays.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        replay.isOver = true
        remove(replay.devices.removeAll()[...])
    }

    private func goOn(with inputs: ArraySlice<RecordedInput>, in replay: Replay, _ later: LaterAnswer<Done>) {
        loop.continueNextTurn { [weak self] in
            guard let self, !replay.isOver else { return }
            let rest = play(inputs, in: replay)
            rest.isEmpty ? later.send(.done) : goOn(with: rest, in: replay, later)
        }
    }

    private func remove(_ events: ArraySlice<InputEvent>) {
        var rest = events
        let deadline = MonotonicClock.now + Self.shareMicroseconds
        while let event = rest.popFirst() {
            compositor.input.inputReceived(event)
            if MonotonicClock.now >= deadline { break }
        }
        if !rest.isEmpty { loop.continueNextTurn { [weak self] in self?.remove(rest) } }
    }

    /// Replays events for one time slice and returns the rest.
    private func play(_ inputs: ArraySlice<RecordedInput>, in replay: Replay) -> ArraySlice<RecordedInput> {
        var rest = inputs
        let deadline = MonotonicClock.now + Self.shareMicroseconds
        let now = Timestamp(microseconds: loop.turnTime)
        while let input = rest.popFirst() {
            for event in replay.devices.admit(input, at: now) { compositor.input.inputReceived(event) }
            if MonotonicClock.now >= deadline { break }
        }
        return rest
    }

}

/// The devices of one connection.
private final class Replay {
    var devices: ReplayedDevices
    /// Whether the connection has closed.
    var isOver = false

    init(_ devices: ReplayedDevices) {
        self.devices = devices
    }
}
