import Mirroring

/// A head's variable refresh and tearing: what frames want, what is in force, and what was refused.
///
/// Variable refresh is a property of the CRTC that changes with a frame's commit. After a test has refused it, it is not tried again until
/// outputs are used in another way. Tearing is asked for anew with each frame.
struct HeadTiming {
    /// How a commit changes variable refresh.
    enum RefreshChange: Hashable {
        case kept
        case made(Bool)
        /// A test refused the change; the commit goes without it.
        case refused
    }

    /// What the display and the driver support.
    struct Abilities: Hashable {
        /// Nil if the display and the driver can vary the refresh.
        var variableRefreshRefusal: TimingRefusal?
        /// Nil if the driver supports asynchronous flips in atomic commits.
        var tearingRefusal: TimingRefusal?

        /// The abilities of drivers without atomic commits.
        static let none = Abilities(variableRefreshRefusal: .driver, tearingRefusal: .driver)
    }

    var wanted = FrameTiming()
    /// Whether the CRTC varies its refresh since the last commit.
    private(set) var isVariable = false
    /// Whether the last frame was shown at once, in the middle of a refresh.
    private(set) var isTorn = false
    private let abilities: Abilities
    /// Why the hardware refused to vary its refresh; nil if it did not refuse, or was not asked.
    private var refusal: TimingRefusal?
    private var tearingRefusal: TimingRefusal?

    init(_ abilities: Abilities) {
        self.abilities = abilities
    }

    /// The change of variable refresh for the next commit; nil if it stays as it is.
    var change: Bool? {
        let isWanted = wanted.variesRefresh && abilities.variableRefreshRefusal == nil && refusal == nil
        return isWanted == isVariable ? nil : isWanted
    }

    /// Whether the next frame should be shown at once, if the driver can.
    var triesTearing: Bool { wanted.tears && abilities.tearingRefusal == nil }

    var state: TimingState {
        var state = TimingState()
        if wanted.variesRefresh {
            state.variableRefresh = (abilities.variableRefreshRefusal ?? refusal).map(TimingOutcome.refused) ?? .off
        }
        if isVariable { state.variableRefresh = .on }
        if wanted.tears {
            state.tearing = (abilities.tearingRefusal ?? tearingRefusal).map(TimingOutcome.refused) ?? .off
            if isTorn { state.tearing = .on }
        }
        return state
    }

    /// Records the refresh change of a queued commit.
    mutating func committed(_ change: RefreshChange) {
        switch change {
        case .kept: break
        case .made(let isVariable): self.isVariable = isVariable
        // The commit was accepted without the change, so the change is to blame.
        case .refused: refusal = .hardware
        }
    }

    /// Records how a queued frame is shown: at once, or at the next blank for a reason.
    mutating func framed(tearing outcome: TimingOutcome) {
        isTorn = outcome == .on
        if case .refused(let reason) = outcome { tearingRefusal = reason } else { tearingRefusal = nil }
    }

    /// Forgets the hardware's refusal, because outputs are used in another way now.
    mutating func reconsider() {
        refusal = nil
    }
}
