import Geometry

/// What the topology state machine wants done, in the order given.
package enum TopologyAction: Hashable, Sendable {
    /// Light an output and answer with `.modesetFinished`. Always the last action of its list, and only ever
    /// for an output that is dark.
    case enable(OutputID, Mode, Transform)
    /// Turn an output off. The content has already been moved from it; the display may be gone.
    case disable(OutputID)
    /// Show the content there, and nothing of it elsewhere; everything shown starts with full damage.
    case place(ContentPlacement)
    /// End every touch, button and key that is held: what is under them is about to change.
    case cancelInput
    /// The state has changed.
    case announce(TopologyState)
}
