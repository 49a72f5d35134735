/// A presenter's timer, which counts up, or counts down and past the end.
///
/// The timer shows whole seconds: completed seconds when it counts up, and begun seconds when it counts down. A
/// countdown therefore shows its full duration at first and 0:00 when it ends. All times are in microseconds, and instants are on
/// CLOCK_BOOTTIME.
package struct PresentationTimer: Hashable, Sendable {
    /// The time to count down from, or nil to count up.
    package let duration: Int64?
    /// How long the timer has run up to the last stop.
    private var collected: Int64 = 0
    /// When the timer last began to run, or nil while it is stopped.
    private var start: Timestamp?

    /// The range of minutes for a countdown.
    package static let minutes = 1.0 / 60...24 * 60
    /// The longest time that is counted; the timer stops there.
    private static let longest: Int64 = 100 * 3600 * second
    private static let second: Int64 = 1_000_000

    /// A timer that runs from `now` on: down from a number of minutes, rounded to seconds, or up for nil.
    package init(minutes: Double? = nil, at now: Timestamp) {
        duration = minutes.map { minutes in
            let bounded = min(max(minutes, Self.minutes.lowerBound), Self.minutes.upperBound)
            return Int64((bounded * 60).rounded()) * Self.second
        }
        start = now
    }

    package var isRunning: Bool { start != nil }

    /// Continues after a stop.
    package mutating func resume(at now: Timestamp) {
        if start == nil { start = now }
    }

    /// Stops the timer.
    package mutating func stop(at now: Timestamp) {
        collected = elapsed(at: now)
        start = nil
    }

    private func elapsed(at now: Timestamp) -> Int64 {
        min(collected + (start.map { max(0, now.since($0)) } ?? 0), Self.longest)
    }

    /// The seconds shown, below 0 past the end of a countdown.
    package func seconds(at now: Timestamp) -> Int {
        let over = elapsed(at: now) / Self.second
        return Int(duration.map { $0 / Self.second - over } ?? over)
    }

    /// How long the seconds shown stay the same, or nil while they do not change.
    package func nextChange(at now: Timestamp) -> Int64? {
        let elapsed = elapsed(at: now)
        return isRunning && elapsed < Self.longest ? Self.second - elapsed % Self.second : nil
    }

    /// How urgent the time left is.
    ///
    /// The last fifth of a countdown, at most five minutes, is a warning. Time past the end is an alarm.
    package func tone(at now: Timestamp) -> SignTone {
        guard let duration else { return .plain }
        let left = duration - elapsed(at: now)
        if left <= 0 { return .alarm }
        return left <= min(duration / 5, 300 * Self.second) ? .warning : .plain
    }

    /// The time shown, such as `4:07`, `1:02:03` or `-0:42`.
    package func text(at now: Timestamp) -> String { Self.text(ofSeconds: seconds(at: now)) }

    package static func text(ofSeconds seconds: Int) -> String {
        let (minutes, rest) = Int(clamping: seconds.magnitude).quotientAndRemainder(dividingBy: 60)
        let (hours, part) = minutes.quotientAndRemainder(dividingBy: 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = hours > 0 ? "\(hours):\(two(part)):\(two(rest))" : "\(minutes):\(two(rest))"
        return (seconds < 0 ? "-" : "") + clock
    }
}

/// A presenter's timer, for `kagami status`.
package struct TimerStatus: Hashable, Sendable, Codable {
    /// The seconds shown, below 0 past the end of a countdown.
    package var seconds: Int
    package var isRunning: Bool
    /// The seconds that a countdown began with, or nil for a timer that counts up.
    @Nullable package var durationSeconds: Int?

    private enum CodingKeys: String, CodingKey {
        case seconds
        case isRunning = "running"
        case durationSeconds = "duration_s"
    }
}

extension TimerStatus {
    package init(_ timer: PresentationTimer, at now: Timestamp) {
        self.init(
            seconds: timer.seconds(at: now), isRunning: timer.isRunning,
            durationSeconds: timer.duration.map { Int($0 / 1_000_000) })
    }
}

/// How urgent a sign is, which decides its colour.
package enum SignTone: Hashable, Sendable {
    case plain
    /// Something is unusual.
    case notable
    /// Something is due soon.
    case warning
    /// Something is overdue.
    case alarm
}
