package import Geometry

/// An action for the executor, performed in the order given.
package enum TopologyAction: Hashable, Sendable {
    /// Enable an output and answer with `.modesetFinished`. Always the last action of its list, and only for an output
    /// that is disabled.
    case enable(OutputID, Mode, Transform)
    /// Answer with `.retryDue` after a time: the display could not be enabled for the moment.
    case retry(LightingRetry)
    /// Turn an output off. The content has already been moved from it; the display may be gone.
    case disable(OutputID)
    /// Show the content there, and nothing of it elsewhere; everything shown starts with full damage.
    case place(ContentPlacement)
    /// End every held touch, button and key, because what is under them is about to change.
    case cancelInput
    /// The state has changed.
    case announce(TopologyState)
}
