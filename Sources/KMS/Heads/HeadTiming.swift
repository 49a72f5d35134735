import Mirroring

/// When a head shows frames: what is wanted, what is in force, and what was refused.
///
/// Variable refresh is a property of the CRTC that goes with a frame's commit; what a test has refused is not tried again
/// until outputs are used in another way. Tearing is asked for with each frame anew.
struct HeadTiming {
    /// What a commit does to variable refresh.
    enum RefreshChange: Hashable {
        case kept
        case made(Bool)
        /// A test refused it; the commit goes without.
        case refused
    }

    /// What can be asked for at all.
    struct Abilities: Hashable {
        /// Nil where the display and the driver can vary the refresh.
        var variableRefreshRefusal: TimingRefusal?
        /// Nil where the driver tears with atomic commits.
        var tearingRefusal: TimingRefusal?

        /// Those of drivers without atomic commits.
        static let none = Abilities(variableRefreshRefusal: .driver, tearingRefusal: .driver)
    }

    var wanted = FrameTiming()
    /// Whether the CRTC waits for frames since the last commit.
    private(set) var isVariable = false
    /// Whether the last frame was shown at once.
    private(set) var isTorn = false
    private let abilities: Abilities
    /// Why the hardware does not vary its refresh; nil where it does, or was not asked.
    private var refusal: TimingRefusal?
    private var tearingRefusal: TimingRefusal?

    init(_ abilities: Abilities) {
        self.abilities = abilities
    }

    /// Whether the CRTC is to wait for frames with the next commit; nil where it stays as it is.
    var change: Bool? {
        let isWanted = wanted.variesRefresh && abilities.variableRefreshRefusal == nil && refusal == nil
        return isWanted == isVariable ? nil : isWanted
    }

    /// Whether the next frame is to be shown at once, as far as the driver can.
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

    /// A commit is on its way.
    mutating func committed(_ change: RefreshChange) {
        switch change {
        case .kept: break
        case .made(let isVariable): self.isVariable = isVariable
        // Without it the commit was accepted, so nothing else was to blame.
        case .refused: refusal = .hardware
        }
    }

    /// A frame is on its way: at once, or with the next blank for a reason.
    mutating func framed(tearing outcome: TimingOutcome) {
        isTorn = outcome == .on
        if case .refused(let reason) = outcome { tearingRefusal = reason } else { tearingRefusal = nil }
    }

    /// Outputs are used in another way now: what was refused may be possible.
    mutating func reconsider() {
        refusal = nil
    }
}
