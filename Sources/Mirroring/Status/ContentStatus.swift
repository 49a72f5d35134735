import Geometry

/// The hosted application's newest toplevel and where it is visible.
package struct ContentStatus: Hashable, Sendable {
    package var appID: AppID?
    package var title: String?
    /// Physical pixels.
    package var width: Int
    package var height: Int
    /// Nil while the content is parked because no output is enabled.
    package var on: ContentPlace?

    package init(appID: AppID?, title: String?, width: Int, height: Int, on: ContentPlace?) {
        self.appID = appID
        self.title = title
        self.width = width
        self.height = height
        self.on = on
    }

    package init(_ description: ContentDescription, on: ContentPlace?) {
        self.init(
            appID: description.appID, title: description.title, width: description.size.width,
            height: description.size.height, on: on)
    }
}

/// One of the windows that `kagami windows` lists.
package struct WindowStatus: Hashable, Sendable {
    /// The application that the window belongs to.
    package var application: PanelForeground.Choice
    package var appID: AppID?
    package var title: String?
    /// Whether the window, or a dialog of it, has keyboard focus.
    package var hasKeyboard: Bool
    package var isMinimized: Bool

    package init(
        application: PanelForeground.Choice, appID: AppID?, title: String?, hasKeyboard: Bool, isMinimized: Bool
    ) {
        self.application = application
        self.appID = appID
        self.title = title
        self.hasKeyboard = hasKeyboard
        self.isMinimized = isMinimized
    }

    package init(_ window: SwitchableWindow, of application: PanelForeground.Choice, hasKeyboard: Bool) {
        self.init(
            application: application, appID: window.appID, title: window.title, hasKeyboard: hasKeyboard,
            isMinimized: window.isMinimized)
    }
}
