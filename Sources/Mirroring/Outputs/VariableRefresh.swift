/// When a display varies its refresh.
package enum VariableRefresh: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    /// While one client's opaque picture covers the screen.
    case fullScreen = "full-screen"
    case on
}
