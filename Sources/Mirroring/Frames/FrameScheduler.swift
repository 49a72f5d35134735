/// Decides when one output's frames are composed.
///
///     idle -- damaged --> queued -- presentationQueued --> awaitingPresentation
///     idle <-- presented, nothing new ------------------- awaitingPresentation
///                         queued <-- presented, new damage -- awaitingPresentation
///                         queued -- presentationFailed --> backingOff -- retry --> queued
///                                            \-- for two seconds --> given up, for good
///
/// Invariants: no work without damage; at most one frame in flight; damage during a flight yields exactly one frame
/// after it. The executor collects the damage itself, and draws a queued frame at the deadline of its `FramePace`.
package struct FrameScheduler: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// The picture on screen is up to date.
        case idle
        /// The scheduler has returned `.compose` and waits for the answer.
        case queued
        /// A frame is in flight until `presented`.
        case awaitingPresentation(hasNewDamage: Bool)
        /// A frame could not be queued; it is retried after the delay.
        case backingOff
        /// The output accepts no frames and gets none any more.
        case givenUp
    }

    package private(set) var state: State = .idle
    private var failures = 0
    /// Since when every frame has been refused, or nil while frames are accepted.
    private var failingSince: Timestamp?

    /// Retry delays double from the first to the last, so that a stuck output costs almost nothing.
    private static let firstRetryMilliseconds = 8
    private static let lastRetryMilliseconds = 1024
    private static let patienceMicroseconds: Int64 = 2_000_000

    package init() {}

    /// Reports damage.
    package mutating func damaged() -> FrameAction {
        switch state {
        case .idle:
            state = .queued
            return .compose
        case .awaitingPresentation:
            state = .awaitingPresentation(hasNewDamage: true)
        case .queued, .backingOff, .givenUp:
            break
        }
        return .none
    }

    /// Whether a frame must be composed.
    package var wantsFrame: Bool { state == .queued }

    /// Whether the output refused the last frame.
    package var isFailing: Bool { failingSince != nil }

    /// Whether a frame was handed over and is not on screen yet.
    package var isInFlight: Bool {
        if case .awaitingPresentation = state { true } else { false }
    }

    /// Answers `.compose`: the frame was composed and will be presented.
    ///
    /// The call has no effect when no frame was requested.
    package mutating func presentationQueued() {
        guard state == .queued else { return }
        failures = 0
        failingSince = nil
        state = .awaitingPresentation(hasNewDamage: false)
    }

    /// Answers `.compose`: the output refused the frame.
    package mutating func presentationFailed(at now: Timestamp) -> FrameAction {
        guard state == .queued else { return .none }
        if let failingSince, now.since(failingSince) >= Self.patienceMicroseconds {
            state = .givenUp
            return .giveUp
        }
        failingSince = failingSince ?? now
        state = .backingOff
        let delay = Self.firstRetryMilliseconds << min(failures, 7)
        failures &+= 1
        return .retryLater(milliseconds: min(delay, Self.lastRetryMilliseconds))
    }

    /// Reports that the delay of `.retryLater` is over.
    package mutating func retry() -> FrameAction {
        guard state == .backingOff else { return .none }
        state = .queued
        return .compose
    }

    /// Reports that the frame in flight is on screen.
    package mutating func presented() -> FrameAction {
        guard case .awaitingPresentation(let hasNewDamage) = state else { return .none }
        state = hasNewDamage ? .queued : .idle
        return hasNewDamage ? .compose : .none
    }
}

/// An action that a frame scheduler requests.
package enum FrameAction: Hashable, Sendable {
    case none
    /// Compose a frame at once or at its deadline; answer with `presentationQueued` or `presentationFailed`.
    case compose
    /// Call `retry` after this many milliseconds.
    case retryLater(milliseconds: Int)
    /// Disable the output, which has refused every frame for too long.
    case giveUp
}
