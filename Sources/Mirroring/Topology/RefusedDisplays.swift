/// The displays that took none of their modes, and when those are tried again that only lacked something for the moment.
struct RefusedDisplays: Hashable {
    private struct Entry: Hashable {
        /// The display as it was then.
        let description: OutputDescription
        /// How often it has been tried; the delay grows with it.
        var tries = 0
        /// The retry that it waits for; nil where nothing would come of one.
        var retry: Int?
        /// Its time has come: it may be tried now.
        var isDue = false
    }

    private var entries: [OutputID: Entry] = [:]
    private var lastRetry = 0

    /// The display is not to be tried now.
    func bars(_ id: OutputID) -> Bool { entries[id].map { !$0.isDue } ?? false }

    /// The display will be tried again by itself.
    func awaitsRetry(_ id: OutputID) -> Bool { entries[id]?.retry != nil }

    /// How often the display has been tried without success.
    func tries(of id: OutputID) -> Int { entries[id]?.tries ?? 0 }

    /// Notes a display that took none of its modes; returns the retry to wait for, if one makes sense.
    mutating func add(_ attempt: ModesetAttempt) -> EnableRetry? {
        var entry = Entry(description: attempt.plan.description, tries: tries(of: attempt.id) + 1)
        defer { entries[attempt.id] = entry }
        guard let reason = attempt.shortage else { return nil }
        lastRetry += 1
        entry.retry = lastRetry
        return EnableRetry(
            output: attempt.id, number: lastRetry, delayMicroseconds: Self.delay(afterTries: entry.tries),
            reason: reason)
    }

    /// The time of a retry has come; false for one that nobody waits for any more.
    mutating func retryIsDue(_ id: OutputID, number: Int) -> Bool {
        guard entries[id]?.retry == number else { return false }
        entries[id]?.retry = nil
        entries[id]?.isDue = true
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

    /// Twice as long each time, up to half a minute.
    private static func delay(afterTries tries: Int) -> Int64 {
        min(longestDelay, firstDelay << Int64(min(tries - 1, 8)))
    }
}

/// A display that could not be enabled for the moment, and will be tried again.
package struct EnableRetry: Hashable, Sendable {
    package let output: OutputID
    /// Which retry this is, of all that there have been.
    package let number: Int
    package let delayMicroseconds: Int64
    /// What it lacked, for a log line.
    package let reason: String
}
