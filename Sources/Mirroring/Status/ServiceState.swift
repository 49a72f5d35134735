package typealias ServiceState = TopologyState

/// One of the two screens that people name.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}

package typealias OutputRoleName = OutputRole

/// How the snapshot is made.
package enum SnapshotPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A hardware plane scales it.
    case plane
    case gpu
    case cpu
}
