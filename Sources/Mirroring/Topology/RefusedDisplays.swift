/// The displays that took none of their modes, or took one and then failed, and when those are tried again for which that
/// may pass.
struct RefusedDisplays: Hashable {
    private enum Stage: Hashable {
        /// Nothing would come of another try.
        case refused
        /// For the time of this retry.
        case waiting(Int)
        /// Its time has come: it may be tried now.
        case due
        /// It has taken a mode since, and is remembered for the next failure.
        case enabled
    }

    private struct Entry: Hashable {
        /// The display as it was then.
        let description: OutputDescription
        /// How often it has been tried; the delay grows with it.
        var tries = 0
        /// It was not refused for good, but lacked something that may be there later.
        var isShortage = false
        /// How often it has failed after it had taken a mode.
        var failures = 0
        var stage = Stage.refused
    }

    private var entries: [OutputID: Entry] = [:]
    private var lastRetry = 0

    /// The display is not to be tried now.
    func bars(_ id: OutputID) -> Bool {
        switch entries[id]?.stage {
        case .refused, .waiting: true
        case .due, .enabled, nil: false
        }
    }

    /// The display will be tried again by itself.
    func awaitsRetry(_ id: OutputID) -> Bool {
        if case .waiting = entries[id]?.stage { true } else { false }
    }

    /// The display only lacked something for the moment.
    func isShortage(_ id: OutputID) -> Bool { entries[id]?.isShortage ?? false }

    /// How often the display has been tried without success.
    func tries(of id: OutputID) -> Int { entries[id]?.tries ?? 0 }

    /// Notes a display that took none of its modes; returns the retry to wait for, if one makes sense.
    mutating func add(_ attempt: ModesetAttempt) -> EnableRetry? {
        let description = attempt.plan.description
        var entry = Entry(description: description, tries: tries(of: description.id) + 1)
        entry.failures = entries[description.id]?.failures ?? 0
        entry.isShortage = attempt.shortage != nil
        entries[description.id] = entry
        if let shortage = attempt.shortage {
            return plan(description.id, after: Self.delay(afterTries: entry.tries), shortage)
        }
        guard entry.tries <= Self.failureDelays.count else { return nil }
        return plan(description.id, after: Self.failureDelays[entry.tries - 1], "all of its modes are refused")
    }

    /// Notes a display that failed after it had taken a mode; returns the retry to wait for, nil after some in vain.
    mutating func addFailed(_ description: OutputDescription, _ reason: String) -> EnableRetry? {
        var entry = Entry(description: description)
        entry.failures = (entries[description.id]?.failures ?? 0) + 1
        entries[description.id] = entry
        guard entry.failures <= Self.failureDelays.count else { return nil }
        return plan(description.id, after: Self.failureDelays[entry.failures - 1], reason)
    }

    private mutating func plan(_ id: OutputID, after delay: Int64, _ reason: String) -> EnableRetry {
        lastRetry += 1
        entries[id]?.stage = .waiting(lastRetry)
        return EnableRetry(output: id, number: lastRetry, delayMicroseconds: delay, reason: reason)
    }

    /// The display has taken a mode.
    mutating func enabled(_ id: OutputID) {
        guard let failures = entries[id]?.failures, failures > 0 else { return forget(id) }
        entries[id]?.tries = 0
        entries[id]?.stage = .enabled
    }

    /// The time of a retry has come; false for one that nobody waits for any more.
    mutating func retryIsDue(_ id: OutputID, number: Int) -> Bool {
        guard entries[id]?.stage == .waiting(number) else { return false }
        entries[id]?.stage = .due
        return true
    }

    /// Forgets the displays that have gone or are described otherwise.
    mutating func keep(_ described: [OutputDescription]) {
        entries = entries.filter { id, entry in described.contains { $0.id == id && $0 == entry.description } }
    }

    mutating func forget(_ id: OutputID) {
        entries[id] = nil
    }

    mutating func forgetAll() {
        entries = [:]
    }

    private static let firstDelay: Int64 = 500_000
    private static let longestDelay: Int64 = 30_000_000
    /// What is refused or fails may be so for a moment only, as while a link is trained; if again and again, it must not take
    /// the content away each time.
    private static let failureDelays: [Int64] = [2_000_000, 10_000_000, 30_000_000]

    /// Twice as long each time, up to half a minute.
    private static func delay(afterTries tries: Int) -> Int64 {
        min(longestDelay, firstDelay << Int64(min(tries - 1, 8)))
    }
}

/// A display that could not be enabled for the moment or has failed, and will be tried again.
package struct EnableRetry: Hashable, Sendable {
    package let output: OutputID
    /// Which retry this is, of all that there have been.
    package let number: Int
    package let delayMicroseconds: Int64
    /// What it lacked, or how it failed, for a log line.
    package let reason: String
}
