/// Paces one output: decides when a frame is composed.
///
///      damaged          composed(queued)            presented, no damage since
///     idle ----> queued ----------------> awaiting ----------------------------> idle
///        ^        | ^                        |  presented, damage since
///        |        | +------------------------+
///        |        | composed(failed)                    suspend, from any state
///        |        +----------------> backingOff         --> suspended -- resume --> idle or queued
///        +-- composed(skipped)           | retryDue
///                                        +--------> queued
///
/// Invariants: no damage, no work; at most one frame in flight; damage during a flight yields exactly one
/// frame after it. The damage itself is the executor's to collect.
package struct FrameScheduler: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// The picture on screen is up to date, and nothing is to be done.
        case idle
        /// `.compose` has been returned and not yet answered.
        case queued
        /// A frame is in flight until `presented`.
        case awaitingPresentation(hasNewDamage: Bool)
        /// A frame could not be queued; it is tried again when the delay is over.
        case backingOff
        /// Nothing can be shown.
        case suspended(hasNewDamage: Bool)
    }

    /// What the executor must do.
    package enum Action: Hashable, Sendable {
        case nothing
        /// Compose a frame, at once or later in this turn of the loop, and answer with `composed`.
        case compose
        /// Call `retryDue` after this many milliseconds.
        case retryLater(milliseconds: Int)
    }

    /// How a `.compose` ended.
    package enum Composition: Hashable, Sendable {
        /// The frame will be presented.
        case queued
        /// There turned out to be nothing to show.
        case skipped
        /// The output did not take the frame.
        case failed
    }

    package private(set) var state: State = .idle
    private var failures = 0

    /// Delays grow from the first to the last by doubling, so that a stuck output costs next to nothing.
    private static let firstRetryMilliseconds = 8
    private static let lastRetryMilliseconds = 1024

    package init() {}

    /// Something to show has changed.
    package mutating func damaged() -> Action {
        switch state {
        case .idle:
            state = .queued
            return .compose
        case .awaitingPresentation:
            state = .awaitingPresentation(hasNewDamage: true)
        case .suspended:
            state = .suspended(hasNewDamage: true)
        case .queued, .backingOff:
            break
        }
        return .nothing
    }

    /// The answer to `.compose`; without effect when a reset or suspension has come in between.
    package mutating func composed(_ result: Composition) -> Action {
        guard state == .queued else { return .nothing }
        switch result {
        case .queued:
            failures = 0
            state = .awaitingPresentation(hasNewDamage: false)
        case .skipped:
            state = .idle
        case .failed:
            state = .backingOff
            let delay = Self.firstRetryMilliseconds << min(failures, 7)
            failures &+= 1
            return .retryLater(milliseconds: min(delay, Self.lastRetryMilliseconds))
        }
        return .nothing
    }

    /// The delay of `.retryLater` is over.
    package mutating func retryDue() -> Action {
        guard state == .backingOff else { return .nothing }
        state = .queued
        return .compose
    }

    /// The frame in flight is on screen.
    package mutating func presented() -> Action {
        guard case .awaitingPresentation(let hasNewDamage) = state else { return .nothing }
        state = hasNewDamage ? .queued : .idle
        return hasNewDamage ? .compose : .nothing
    }

    /// The output was lit anew or is gone: the frame in flight will never be presented.
    ///
    /// Its damage is forgotten too; a newly lit output starts with `damaged` for all of its picture.
    package mutating func reset() {
        failures = 0
        if case .suspended = state {
            state = .suspended(hasNewDamage: false)
        } else {
            state = .idle
        }
    }

    /// The displays have been taken away; a frame in flight counts as damage not shown.
    package mutating func suspend() {
        switch state {
        case .idle: state = .suspended(hasNewDamage: false)
        case .queued, .awaitingPresentation, .backingOff: state = .suspended(hasNewDamage: true)
        case .suspended: break
        }
    }

    /// The displays are back.
    package mutating func resume() -> Action {
        guard case .suspended(let hasNewDamage) = state else { return .nothing }
        failures = 0
        state = hasNewDamage ? .queued : .idle
        return hasNewDamage ? .compose : .nothing
    }
}
