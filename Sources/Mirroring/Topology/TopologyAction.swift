import Geometry

/// An action for the executor, performed in the order given.
package enum TopologyAction: Hashable, Sendable {
    /// Enable an output and answer with `.modesetFinished`. Always the last action of its list, and only for an output
    /// that is disabled.
    case enable(OutputID, Mode, Transform)
    /// Disable an output. The content has already left it; the display may be gone.
    case disable(OutputID)
    /// Show the content there, and nothing of it elsewhere; everything shown starts with full damage.
    case place(ContentPlacement)
    /// End every held touch, button and key, because what is under them is about to change.
    case cancelInput
    /// The state has changed.
    case announce(TopologyState)
}
