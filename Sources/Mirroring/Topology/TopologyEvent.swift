package import Geometry

/// An event for the topology state machine.
package enum TopologyEvent: Hashable, Sendable {
    /// The current state of all connectors.
    case outputsChanged([OutputDescription])
    /// The outcome of an `.enable` action.
    case modesetFinished(OutputID, Mode, succeeded: Bool)
    /// An `.enable` action was refused because of the other enabled outputs.
    case modesetLacksRoom(OutputID, Mode)
    /// An `.enable` action met a shortage that may pass, such as of memory; the text says what, for a log line.
    case modesetMetShortage(OutputID, Mode, reason: String)
    /// An enabled output no longer shows its frames; the text says why, for a log line.
    case outputFailed(OutputID, reason: String)
    /// The time of a `.hold` is over.
    case holdOver(number: Int)
    /// The time of a `.retry` has come.
    case retryDue(OutputID, number: Int)
    /// The user has chosen this output as the external while it is connected, or with nil the policy's choice.
    case externalChosen(OutputID?)
    /// The user has chosen whether a display shows a copy or a controller or is spare while it is neither the panel nor
    /// the external.
    case roleChosen(OutputID, OutputRole)
    /// The user has chosen what the displays beside the external show, until the configuration says something else.
    case arranged(ExternalArrangement)
    /// The user switched the use of the external on or off.
    case mirroringSwitched(Bool)
    /// The machine's lid was closed or opened; a closed lid covers a built-in panel.
    case lidMoved(isClosed: Bool)
    /// An enabled output was given other settings by hand, and now has this mode and transform.
    case displaySet(EnabledOutput, DisplaySettings)
    /// The settings made for displays before the service was started.
    case recalled(DisplayMemory)
    /// The settings made for the display at a connector, or with nil for all displays, must be forgotten.
    case displayForgotten(OutputID?)
    /// The configuration has changed.
    case configured(PanelConfiguration, ExternalConfiguration, [DisplayRule] = [])
    /// The displays have been taken away, as by a VT switch.
    case paused
    /// The displays are back and disabled.
    case resumed
}

/// An action for the executor, performed in the order given.
package enum TopologyAction: Hashable, Sendable {
    /// Enable an output and answer with `.modesetFinished`.
    ///
    /// The action is always the last action of its list, and its output is disabled.
    case enable(OutputID, Mode, Transform)
    /// Answer with `.holdOver` after a time: the external has disconnected and may return.
    case hold(number: Int, microseconds: Int64)
    /// Answer with `.retryDue` after a time: the display could not be enabled for now.
    case retry(EnableRetry)
    /// Report a display that has failed and will not be tried again automatically; the text says why.
    case giveUp(OutputID, reason: String)
    /// Turn an output off.
    ///
    /// The content has already been moved off the output. The display may be gone.
    case disable(OutputID)
    /// Show the content there and nowhere else; everything shown starts with full damage.
    case place(ContentPlacement)
    /// Show copies, parts or controllers of the content on these outputs and no others; the content stays with its display.
    /// The outputs with applications of their own may have changed as well.
    case copy([EnabledOutput])
    /// End every held touch, button and key, because the targets under them are about to change.
    case cancelInput
    /// The state has changed.
    case announce(TopologyState)
}

/// The service's state in one word, as `status` and `events` print it.
package enum TopologyState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No output is enabled; the content is parked.
    case noOutput = "no-output"
    /// The content is on the panel, and no external could take it.
    case panelOnly = "panel-only"
    /// The content is on the external, and its snapshot is on the panel.
    case mirroring = "mirroring"
    /// An external is connected but mirroring is switched off; the content is on the panel.
    case disabled = "disabled"
}

/// Counters of the topology since the start, for `status`.
package struct TopologyCounters: Hashable, Sendable, Codable {
    /// Displays that were connected, including those found at the start.
    package var plugs = 0
    package var unplugs = 0
    /// Modes that were set.
    package var modesets = 0
    /// Modes that the hardware refused.
    package var modeRefusals = 0
    /// Changes of the content's placement.
    package var placements = 0

    package init() {}
}
