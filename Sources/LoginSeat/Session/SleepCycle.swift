/// Decides what a session does when the machine goes to sleep and wakes.
///
/// The session may hold the machine back for some seconds. Meanwhile the user's commands, such as a locker, can end, and the screens can be
/// released. The machine may also wake without having slept, if something else has cancelled the sleep.
package struct SleepCycle: Hashable, Sendable {
    /// One step; steps are carried out in the given order.
    package enum Step: Hashable, Sendable {
        /// Announce sleep to the user's commands and wait for them; `prepared` follows.
        case announceSleep
        /// Release displays and devices.
        case suspend
        case letSleep
        /// Make the machine wait before it sleeps the next time.
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

    /// Whether displays and devices are released.
    package var isAsleep: Bool { state == .asleep }

    /// Starts to take part in the machine's sleep.
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
