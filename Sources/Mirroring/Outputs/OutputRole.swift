/// What a connected output is for.
package enum OutputRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The primary display, in the user's hands.
    case panel
    /// The display that was plugged in to carry the content.
    case external
    /// Connected and not used.
    case spare
}
