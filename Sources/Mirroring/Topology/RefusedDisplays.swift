/// The displays that took none of their modes, or took one and then failed, with their retries.
struct RefusedDisplays: Hashable {
    private enum Stage: Hashable {
        /// Another try would be in vain.
        case refused
        /// The display waits for this retry.
        case waiting(Int)
        /// The time of the retry has come: the display may be tried now.
        case due
        /// The display has since taken a mode, and is remembered for the next failure.
        case enabled
    }

    private struct Entry: Hashable {
        /// The display at the time of the refusal or failure.
        let description: OutputDescription
        /// How often the display has been tried; the delay grows with this number.
        var tries = 0
        /// Whether the display was not refused for good, but met a shortage that may pass.
        var isShortage = false
        /// How often the display has failed after it had taken a mode.
        var failures = 0
        var stage = Stage.refused
    }

    private var entries: [OutputID: Entry] = [:]
    private var lastRetry = 0

    /// Whether the display must not be tried now.
    func bars(_ id: OutputID) -> Bool {
        switch entries[id]?.stage {
        case .refused, .waiting: true
        case .due, .enabled, nil: false
        }
    }

    /// Whether the display will be tried again automatically.
    func awaitsRetry(_ id: OutputID) -> Bool {
        if case .waiting = entries[id]?.stage { true } else { false }
    }

    /// Whether the display only met a shortage that may pass.
    func isShortage(_ id: OutputID) -> Bool { entries[id]?.isShortage ?? false }

    /// How often the display has been tried without success.
    func tries(of id: OutputID) -> Int { entries[id]?.tries ?? 0 }

    /// Records a display that took none of its modes; returns the retry to wait for, if one makes sense.
    mutating func add(_ attempt: ModesetAttempt) -> EnableRetry? {
        let description = attempt.plan.description
        var entry = Entry(description: description, tries: tries(of: description.id) + 1)
        entry.failures = entries[description.id]?.failures ?? 0
        entry.isShortage = attempt.shortage != nil
        entries[description.id] = entry
        if let shortage = attempt.shortage {
            return plan(attempt, after: Self.delay(afterTries: entry.tries), shortage)
        }
        guard entry.tries <= Self.failureDelays.count else { return nil }
        return plan(attempt, after: Self.failureDelays[entry.tries - 1], "all of its modes are refused")
    }

    /// Records a display that failed after it had taken a mode; returns the retry to wait for, or nil after several.
    mutating func addFailed(_ description: OutputDescription, _ reason: String) -> EnableRetry? {
        var entry = Entry(description: description)
        entry.failures = (entries[description.id]?.failures ?? 0) + 1
        entries[description.id] = entry
        guard entry.failures <= Self.failureDelays.count else { return nil }
        return plan(description.id, after: Self.failureDelays[entry.failures - 1], reason)
    }

    private mutating func plan(_ attempt: ModesetAttempt, after delay: Int64, _ reason: String) -> EnableRetry {
        var retry = plan(attempt.id, after: delay, reason)
        retry.isRefusedCopy = attempt.plan.role.isBesideExternal
        return retry
    }

    private mutating func plan(_ id: OutputID, after delay: Int64, _ reason: String) -> EnableRetry {
        lastRetry += 1
        entries[id]?.stage = .waiting(lastRetry)
        return EnableRetry(output: id, number: lastRetry, delayMicroseconds: delay, reason: reason)
    }

    /// Records that the display has taken a mode.
    mutating func enabled(_ id: OutputID) {
        guard let failures = entries[id]?.failures, failures > 0 else { return forget(id) }
        entries[id]?.tries = 0
        entries[id]?.stage = .enabled
    }

    /// Records that the time of a retry has come; returns false for a retry that nobody waits for.
    mutating func retryIsDue(_ id: OutputID, number: Int) -> Bool {
        guard entries[id]?.stage == .waiting(number) else { return false }
        entries[id]?.stage = .due
        return true
    }

    /// Forgets the displays that have gone or have another description.
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
    /// The delays before the retries of a display that refused its modes or failed.
    ///
    /// A refusal or failure may last only a moment, as while a link is trained. A repeated one must not take the
    /// content away each time.
    private static let failureDelays: [Int64] = [2_000_000, 10_000_000, 30_000_000]

    /// The delay after a shortage, twice as long for each try, up to half a minute.
    private static func delay(afterTries tries: Int) -> Int64 {
        min(longestDelay, firstDelay << Int64(min(tries - 1, 8)))
    }
}

/// The retry of a display that could not be enabled or has failed.
package struct EnableRetry: Hashable, Sendable {
    package let output: OutputID
    /// The number of this retry among all retries.
    package let number: Int
    package let delayMicroseconds: Int64
    /// The shortage or the failure, for a log line.
    package let reason: String
    /// Whether the display was to show a copy, whose refusal takes one log line in all.
    package fileprivate(set) var isRefusedCopy = false
}
