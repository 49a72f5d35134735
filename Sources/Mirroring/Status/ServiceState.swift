/// What the service is doing with its displays.
package enum ServiceState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The content is on the panel and no external is connected.
    case panelOnly = "panel-only"
    /// The content is on the external and the panel shows the controller.
    case mirroring
    /// No display is lit; the content is parked.
    case noOutput = "no-output"
    /// Mirroring is turned off: the content stays on the panel whatever is plugged in.
    case disabled
}

/// One of the two screens that people name.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}

/// What a connected output is for, as `outputs` tells it.
package enum OutputRoleName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
    /// Connected and dark.
    case spare
}

/// How the snapshot is made.
package enum SnapshotPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A hardware plane scales it.
    case plane
    case gpu
    case cpu
}
