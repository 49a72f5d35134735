/// What the topology state machine is told.
package enum TopologyEvent: Hashable, Sendable {
    /// All connectors as they are now.
    case outputsChanged([OutputDescription])
    /// How an `.enable` action ended.
    case modesetFinished(OutputID, Mode, succeeded: Bool)
    /// The user wants the external used, or left dark.
    case mirroringSwitched(Bool)
    /// The displays have been taken away, as on a VT switch.
    case paused
    /// The displays are back, all dark.
    case resumed
}
