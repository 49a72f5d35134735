/// Where the status bar is shown.
package enum HUDPlace: String, Hashable, Sendable, Codable, CaseIterable {
    case pip
    case panelTop = "panel-top"
    case panelBottom = "panel-bottom"
    case externalTop = "external-top"
    case externalBottom = "external-bottom"

    /// The screen and the edge of a docked bar; nil for a picture in picture.
    package var dock: HUDDock? {
        switch self {
        case .pip: nil
        case .panelTop: HUDDock(screen: .panel, isAtTop: true)
        case .panelBottom: HUDDock(screen: .panel, isAtTop: false)
        case .externalTop: HUDDock(screen: .external, isAtTop: true)
        case .externalBottom: HUDDock(screen: .external, isAtTop: false)
        }
    }
}

/// An edge of a screen.
package struct HUDDock: Hashable, Sendable {
    package var screen: ScreenName
    /// At the top edge; otherwise at the bottom.
    package var isAtTop: Bool

    package init(screen: ScreenName, isAtTop: Bool) {
        self.screen = screen
        self.isAtTop = isAtTop
    }
}
