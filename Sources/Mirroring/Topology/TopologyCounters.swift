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
