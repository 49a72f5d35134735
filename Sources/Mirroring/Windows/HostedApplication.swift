/// The applications that the service hosts.
package enum HostedApplication: String, Hashable, Sendable, Codable, CaseIterable {
    /// The root content.
    case content
    /// The panel application.
    case application
}
