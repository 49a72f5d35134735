/// What a connected output is for.
package enum OutputRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The primary display, in the user's hands.
    case panel
    /// The plugged-in display that carries the content.
    case external
    /// Connected but not used.
    case spare
}
