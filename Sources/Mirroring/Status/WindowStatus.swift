/// One of the windows that `kagami windows` lists.
package struct WindowStatus: Hashable, Sendable {
    /// The application that the window belongs to.
    package var application: PanelForeground.Choice
    package var appID: String?
    package var title: String?
    /// Whether the window, or a dialog of it, has keyboard focus.
    package var hasKeyboard: Bool
    package var isMinimized: Bool

    package init(_ window: SwitchableWindow, of application: PanelForeground.Choice, hasKeyboard: Bool) {
        self.application = application
        appID = window.appID
        title = window.title
        self.hasKeyboard = hasKeyboard
        isMinimized = window.isMinimized
    }
}

extension WindowStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case application, title
        case appID = "app_id"
        case hasKeyboard = "keyboard"
        case isMinimized = "minimized"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(application, forKey: .application)
        try container.encode(appID, forKey: .appID)
        try container.encode(title, forKey: .title)
        try container.encode(hasKeyboard, forKey: .hasKeyboard)
        try container.encode(isMinimized, forKey: .isMinimized)
    }
}
