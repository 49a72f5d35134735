/// The role of a screen, as commands and status name it.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}

/// Where the root content is visible.
package enum ContentPlace: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
    /// On no screen of its own, but in a picture in picture.
    case pip
    /// Nowhere: another application has the panel, and there is no external.
    case background

    package init(_ screen: ScreenName) {
        switch screen {
        case .panel: self = .panel
        case .external: self = .external
        }
    }
}
