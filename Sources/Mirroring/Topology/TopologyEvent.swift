/// An event for the topology state machine.
package enum TopologyEvent: Hashable, Sendable {
    /// The current state of all connectors.
    case outputsChanged([OutputDescription])
    /// How an `.enable` action ended.
    case modesetFinished(OutputID, Mode, succeeded: Bool)
    /// An `.enable` action was refused because of the other enabled outputs.
    case modesetLacksRoom(OutputID, Mode)
    /// An `.enable` action failed for want of something that may be there later, memory for one; the text says what,
    /// for a log line.
    case modesetMetShortage(OutputID, Mode, reason: String)
    /// The time of a `.retry` has come.
    case retryDue(OutputID, number: Int)
    /// The user wants this one used as the external wherever it is connected, or with nil what the policy says.
    case externalChosen(OutputID?)
    /// The user switched the use of the external on or off.
    case mirroringSwitched(Bool)
    /// The configuration has changed.
    case configured(PanelConfiguration, ExternalConfiguration)
    /// The displays have been taken away, as on a VT switch.
    case paused
    /// The displays are back, all disabled.
    case resumed
}
