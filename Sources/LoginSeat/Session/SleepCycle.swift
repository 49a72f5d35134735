/// What a session does when the machine goes to sleep and when it wakes.
///
/// The machine waits, for some seconds, while the session holds it back; so the user's commands, a locker say, can end and the
/// screens can be let go first. It may also wake without having slept, when something else has called the sleep off.
package struct SleepCycle: Hashable, Sendable {
    /// One thing to do, in the order given.
    package enum Step: Hashable, Sendable {
        /// Tell the user's commands and wait for them; `prepared` follows.
        case announceSleep
        /// Let go of displays and devices.
        case suspend
        case letSleep
        /// Have the machine wait before it sleeps the next time.
        case holdBack
        /// Take displays and devices again, as after a switch of the virtual terminal.
        case resume
        case announceWake
    }

    private enum State {
        case awake, preparing, asleep
    }

    private var state = State.awake

    package init() {}

    /// Whether displays and devices have been let go.
    package var isAsleep: Bool { state == .asleep }

    /// The session has come to be part of the machine's sleep.
    package func begin() -> [Step] { [.holdBack] }

    package mutating func sleepIsComing() -> [Step] {
        guard state == .awake else { return [] }
        state = .preparing
        return [.announceSleep]
    }

    /// The user's commands have ended, or have taken too long.
    package mutating func prepared() -> [Step] {
        guard state == .preparing else { return [] }
        state = .asleep
        return [.suspend, .letSleep]
    }

    package mutating func woke() -> [Step] {
        defer { state = .awake }
        return switch state {
        case .awake: []
        case .preparing: [.announceWake]
        case .asleep: [.holdBack, .resume, .announceWake]
        }
    }
}
