/// The service's state in one word, as `status` and `events` print it.
package enum TopologyState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No output is enabled; the content is parked.
    case noOutput = "no-output"
    /// The content is on the panel, and no external could take it.
    case panelOnly = "panel-only"
    /// The content is on the external, its snapshot on the panel.
    case mirroring = "mirroring"
    /// An external is connected but mirroring is switched off; the content is on the panel.
    case disabled = "disabled"
}
