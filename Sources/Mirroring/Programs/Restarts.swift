/// When an application that has ended is started again.
package enum RestartPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The service ends with its application.
    case never
    /// The application starts again after a status other than 0, or after a signal.
    case onFailure = "on-failure"
    case always

    /// The accepted words, for messages.
    package static let choices = "never, on-failure or always"
}

/// How often and how fast an application is started again.
package struct RestartConfiguration: Hashable, Sendable {
    package var policy = RestartPolicy.never
    /// The most automatic starts within the window; with 0 the user is asked at once.
    package var limit = 5
    package var windowMicroseconds: Int64 = 60_000_000
    /// The wait before the first start, doubled for each further start.
    package var delayMicroseconds: Int64 = 500_000

    package init() {}
}

/// Decides what follows the end of a supervised application.
///
/// The decision is pure: times go in, and a decision comes out. Within any window there are never more automatic starts
/// than the limit. The wait doubles from start to start up to `longestDelay`, and begins anew after a run of at least
/// `steadyRun`.
package struct Restarts: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        case start(afterMicroseconds: Int64)
        /// The user must decide what follows.
        case giveUp
        /// The application is done, and so is everything that depends on it.
        case finish
    }

    package static let longestDelay: Int64 = 30_000_000
    package static let steadyRun: Int64 = 10_000_000

    /// When the automatic starts of the last window were due.
    private var starts: [Timestamp] = []
    /// The starts since the last steady run, with which the wait grows.
    private var startsInARow = 0
    /// The automatic starts and the starts by hand since the service began.
    package private(set) var count = 0

    package init() {}

    /// Decides what follows the end of a run that began at `began`.
    package mutating func ended(
        _ end: ProgramEnd, began: Timestamp, now: Timestamp, _ configuration: RestartConfiguration
    ) -> Decision {
        switch configuration.policy {
        case .never: return .finish
        case .onFailure where end.isSuccess: return .finish
        case .onFailure, .always: break
        }
        if now.since(began) >= Self.steadyRun { startsInARow = 0 }
        let delay = delay(configuration)
        let due = now.adding(microseconds: delay)
        starts.removeAll { due.since($0) >= configuration.windowMicroseconds }
        guard starts.count < configuration.limit else { return .giveUp }
        starts.append(due)
        startsInARow += 1
        count += 1
        return .start(afterMicroseconds: delay)
    }

    /// Records that the user has started the application, so that earlier starts no longer limit it.
    ///
    /// A due start that the user has brought forward is already counted.
    package mutating func startedByHand(insteadOfDueStart: Bool) {
        if !insteadOfDueStart { count += 1 }
        starts = []
        startsInARow = 0
    }

    private func delay(_ configuration: RestartConfiguration) -> Int64 {
        let factor = Int64(1) << Int64(min(startsInARow, 20))
        let (product, overflows) = configuration.delayMicroseconds.multipliedReportingOverflow(by: factor)
        return overflows ? Self.longestDelay : min(product, Self.longestDelay)
    }
}

/// The hosted application as a supervised program.
package struct SupervisionStatus: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case running
        /// The application has ended and will be started again.
        case waiting
        /// The application has ended and is started again only by hand.
        case gaveUp = "gave-up"
    }

    /// The program as it was given.
    package var program: String
    package var state: State
    /// The process, or nil unless the program is running.
    @Nullable package var pid: Int?
    /// The starts after the first, automatic and by hand, including a start that is waited for.
    package var restarts: Int
    // How the last run ended: one of these values, or none before the first end.
    @Nullable private var lastStatus: Int?
    @Nullable private var lastSignal: Int?
    @Nullable private var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case program, state, pid, restarts
        case lastStatus = "last_status"
        case lastSignal = "last_signal"
        case lastError = "last_error"
    }

    package init(program: String, state: State, pid: Int? = nil, restarts: Int = 0, lastEnd: ProgramEnd? = nil) {
        self.program = program
        self.state = state
        self.pid = pid
        self.restarts = restarts
        (lastStatus, lastSignal, lastError) = (nil, nil, nil)
        switch lastEnd {
        case .exited(let status): lastStatus = status
        case .signaled(let signal): lastSignal = signal
        case .notStarted(let reason): lastError = reason
        case nil: break
        }
    }

    /// How the last run ended, or nil before the first end.
    package var lastEnd: ProgramEnd? {
        if let lastError { return .notStarted(lastError) }
        if let lastSignal { return .signaled(lastSignal) }
        return lastStatus.map { .exited($0) }
    }
}
