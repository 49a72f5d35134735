/// How the snapshot is made.
package enum SnapshotPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A hardware plane scales it.
    case plane
    case gpu
    case cpu
}
