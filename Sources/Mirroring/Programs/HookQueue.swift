/// Commands of the user that run when something happens.
package struct HookConfiguration: Hashable, Sendable {
    /// The command lines by the types of events.
    package var commands: [String: [String]] = [:]
    /// How long a command may run before it is killed.
    package var limitMicroseconds: Int64 = 10_000_000

    package init() {}
}

/// Decides when hooks run.
///
/// A few hooks run at once, and the others wait in order. Where too many wait, new hooks are left out. The queue is
/// pure: `add` and `finished` return what to start now.
package struct HookQueue<Job> {
    package enum Outcome {
        case start
        case wait
        case leaveOut
    }

    /// The most hooks that run at once.
    package static var mostRunning: Int { 4 }
    /// The most hooks that wait.
    package static var mostWaiting: Int { 64 }

    package private(set) var running = 0
    private var waitingJobs: [Job] = []

    package init() {}

    package var waiting: Int { waitingJobs.count }

    package mutating func add(_ job: Job) -> Outcome {
        if running < Self.mostRunning {
            running += 1
            return .start
        }
        guard waitingJobs.count < Self.mostWaiting else { return .leaveOut }
        waitingJobs.append(job)
        return .wait
    }

    /// Records that a running hook has ended; returns the hook to start in its place.
    package mutating func finished() -> Job? {
        guard !waitingJobs.isEmpty else {
            running = max(0, running - 1)
            return nil
        }
        return waitingJobs.removeFirst()
    }

    /// Forgets the waiting hooks.
    package mutating func clear() {
        waitingJobs = []
    }
}
