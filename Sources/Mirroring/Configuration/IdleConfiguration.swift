/// What happens while the user is idle, and after how many seconds; 0 for never.
package struct IdleConfiguration: Hashable, Sendable {
    package var dimAfterSeconds = 0
    /// How bright a dimmed panel is, in per cent of its previous brightness.
    package var dimPercent = 30
    package var panelOffAfterSeconds = 0
    package var externalOffAfterSeconds = 0
    /// When all screens are blanked and turned off.
    package var blankAfterSeconds = 0
    package var commandAfterSeconds = 0
    /// The command line of the stage `command`, or an empty array for none.
    package var command: [String] = []
    /// When the machine is told that the user is idle.
    package var hintAfterSeconds = 300

    package init() {}
}

/// A step that the service takes while the user is idle.
package enum IdleStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The panel's backlight is dimmed.
    case dim
    case panelOff = "panel-off"
    case externalOff = "external-off"
    /// All screens are black and off.
    case blank
    /// The user's command runs.
    case command
}
