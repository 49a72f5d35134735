import Mirroring

/// When the picture is redrawn from its source.
///
/// A source that changes faster than the rate allows is drawn at that rate. A source that stands still costs nothing.
/// When a source fails, its last picture stays while the source is acquired again at growing intervals.
struct PiPPacing: Hashable, Sendable {
    /// The next step for the picture.
    enum Action: Hashable, Sendable {
        case none
        /// Draw it from the source now.
        case draw
        /// Call `timerFired` after this time, or slightly later, so that wake-ups can be merged.
        case wait(microseconds: Int64)
        /// Release the source, acquire it again and answer with `drawn` or `failed`; the last picture stays meanwhile.
        case fetchAnew
    }

    private(set) var updates: PiPUpdates
    /// Whether the source has changed since it was last drawn.
    private(set) var isStale = false
    /// The number of times that the source could not be read.
    private(set) var failures = 0
    private let interval: Int64
    private var lastDraw: Timestamp?
    private var isTimerRunning = false
    private var failuresInARow = 0
    private var isFetching = false

    /// A frame may come this share of the interval early, so that a timer's jitter does not halve the rate.
    private static let slackShare: Int64 = 8
    private static let firstRetryMicroseconds: Int64 = 50_000
    private static let lastRetryMicroseconds: Int64 = 2_000_000

    init(maximumRate: Int, updates: PiPUpdates = .live) {
        interval = 1_000_000 / Int64(min(max(maximumRate, 1), 1000))
        self.updates = updates
    }

    /// Reports a change of the source.
    mutating func sourceChanged(at now: Timestamp) -> Action {
        isStale = true
        return updates == .live ? next(at: now) : .none
    }

    /// Draws once, whatever the update policy: on request, when the screens came back, or when the place changed size.
    mutating func refresh() -> Action {
        isStale = true
        return isFetching ? .none : .draw
    }

    mutating func set(_ updates: PiPUpdates, at now: Timestamp) -> Action {
        self.updates = updates
        return updates == .live && isStale ? next(at: now) : .none
    }

    mutating func timerFired(at now: Timestamp) -> Action {
        isTimerRunning = false
        if isFetching { return .fetchAnew }
        return isStale && updates == .live ? next(at: now) : .none
    }

    /// Answers `.draw` and `.fetchAnew`: the picture is up to date.
    mutating func drawn(at now: Timestamp) {
        isStale = false
        isFetching = false
        failuresInARow = 0
        lastDraw = now
    }

    /// Answers `.draw` and `.fetchAnew`: the source could not be read.
    mutating func failed() -> Action {
        failures += 1
        let delay = min(Self.firstRetryMicroseconds << Int64(min(failuresInARow, 10)), Self.lastRetryMicroseconds)
        failuresInARow += 1
        isFetching = true
        isStale = true
        if failuresInARow == 1 { return .fetchAnew }
        guard !isTimerRunning else { return .none }
        isTimerRunning = true
        return .wait(microseconds: delay)
    }

    private mutating func next(at now: Timestamp) -> Action {
        guard !isFetching, !isTimerRunning else { return .none }
        guard let lastDraw else { return .draw }
        let left = interval - now.since(lastDraw)
        if left <= interval / Self.slackShare { return .draw }
        isTimerRunning = true
        return .wait(microseconds: left)
    }
}
