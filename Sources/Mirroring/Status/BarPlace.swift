/// Where the status bar is shown.
package enum BarPlace: String, Hashable, Sendable, Codable, CaseIterable {
    case pip
    case panelTop = "panel-top"
    case panelBottom = "panel-bottom"
    case externalTop = "external-top"
    case externalBottom = "external-bottom"

    /// The screen and the edge of a docked bar; nil for a picture in picture.
    package var dock: BarDock? {
        switch self {
        case .pip: nil
        case .panelTop: BarDock(screen: .panel, isAtTop: true)
        case .panelBottom: BarDock(screen: .panel, isAtTop: false)
        case .externalTop: BarDock(screen: .external, isAtTop: true)
        case .externalBottom: BarDock(screen: .external, isAtTop: false)
        }
    }
}

/// An edge of a screen.
package struct BarDock: Hashable, Sendable {
    package var screen: ScreenName
    /// At the top edge; otherwise at the bottom.
    package var isAtTop: Bool

    package init(screen: ScreenName, isAtTop: Bool) {
        self.screen = screen
        self.isAtTop = isAtTop
    }
}
