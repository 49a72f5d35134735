/// The role of a screen, as commands and status name it.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}
