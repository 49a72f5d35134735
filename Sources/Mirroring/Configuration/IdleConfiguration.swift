/// What happens while the user does nothing, and after how many seconds; 0 for never.
package struct IdleConfiguration: Hashable, Sendable {
    package var dimAfterSeconds = 0
    /// How bright a dimmed panel is, in per cent of what it was.
    package var dimPercent = 30
    package var panelOffAfterSeconds = 0
    package var externalOffAfterSeconds = 0
    /// After this all screens are blanked and turned off.
    package var blankAfterSeconds = 0
    package var commandAfterSeconds = 0
    /// The command line for the stage of that name; empty for none.
    package var command: [String] = []
    /// After this the machine is told that the user is idle.
    package var hintAfterSeconds = 300

    package init() {}
}

/// A step that the service takes while the user does nothing.
package enum IdleStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The panel's backlight is darker.
    case dim
    case panelOff = "panel-off"
    case externalOff = "external-off"
    /// All screens are black and off.
    case blank
    /// The user's command is run.
    case command
}
