/// What the topology state machine is told.
package enum TopologyEvent: Hashable, Sendable {
    /// All connectors as they are now.
    case outputsChanged([OutputDescription])
    /// How an `.enable` action ended.
    case modesetFinished(OutputID, Mode, succeeded: Bool)
    /// An `.enable` action was refused because of what else is lit.
    case modesetLacksRoom(OutputID, Mode)
    /// The user wants this one used as the external wherever it is connected, or with nil what the policy says.
    case externalChosen(OutputID?)
    /// The user wants the external used, or left dark.
    case mirroringSwitched(Bool)
    /// The user has chosen otherwise in the configuration.
    case configured(PanelConfiguration, ExternalConfiguration)
    /// The displays have been taken away, as on a VT switch.
    case paused
    /// The displays are back, all dark.
    case resumed
}
