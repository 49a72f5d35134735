/// An event for the topology state machine.
package enum TopologyEvent: Hashable, Sendable {
    /// The current state of all connectors.
    case outputsChanged([OutputDescription])
    /// How an `.enable` action ended.
    case modesetFinished(OutputID, Mode, succeeded: Bool)
    /// An `.enable` action was refused because of the other enabled outputs.
    case modesetLacksRoom(OutputID, Mode)
    /// The user chose this output as the external whenever it is connected, or with nil the policy's choice.
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
