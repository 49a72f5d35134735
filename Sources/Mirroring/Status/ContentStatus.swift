import Geometry

/// The hosted application's newest toplevel and where it is visible.
package struct ContentStatus: Hashable, Sendable, Codable {
    @Nullable package var appID: AppID?
    @Nullable package var title: String?
    /// The size in physical pixels.
    package var width: Int
    package var height: Int
    /// Where the content is visible, or nil while it is parked because no output is enabled.
    @Nullable package var on: ContentPlace?

    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
        case title, width, height, on
    }
}

extension ContentStatus {
    package init(_ description: ContentDescription, on: ContentPlace?) {
        self.init(
            appID: description.appID, title: description.title, width: description.size.width,
            height: description.size.height, on: on)
    }
}

/// A display's own application.
package struct DisplayApplicationStatus: Hashable, Sendable, Codable {
    /// The display that shows the application, or nil while none does.
    @Nullable package var output: OutputID?
    /// The application's newest toplevel, or nil while it has none.
    @Nullable package var content: ContentStatus?
    /// The application as a program, or nil before its display was first plugged in.
    @Nullable package var program: SupervisionStatus? = nil

    package init(output: OutputID?, content: ContentStatus?, program: SupervisionStatus? = nil) {
        self.output = output
        self.content = content
        self.program = program
    }
}

/// A window that `kagami windows` lists.
package struct WindowStatus: Hashable, Sendable, Codable {
    /// The application that the window belongs to.
    package var application: PanelForeground.Choice
    @Nullable package var appID: AppID?
    @Nullable package var title: String?
    /// Whether the window or one of its dialogs has keyboard focus.
    package var hasKeyboard: Bool
    package var isMinimized: Bool
    /// Whether the window or one of its dialogs asks for the user's attention.
    package var isUrgent: Bool

    private enum CodingKeys: String, CodingKey {
        case application, title
        case appID = "app_id"
        case hasKeyboard = "keyboard"
        case isMinimized = "minimized"
        case isUrgent = "urgent"
    }
}

extension WindowStatus {
    package init(_ window: SwitchableWindow, of application: PanelForeground.Choice, hasKeyboard: Bool) {
        self.init(
            application: application, appID: window.appID, title: window.title, hasKeyboard: hasKeyboard,
            isMinimized: window.isMinimized, isUrgent: window.isUrgent)
    }
}
