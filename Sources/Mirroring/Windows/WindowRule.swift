package import Geometry

/// The effects that the user wants for windows with an application id, a title or both.
package struct WindowRule: Hashable, Sendable {
    /// The application id, or nil for any; a window without an id or title matches the empty string.
    package var appID: TextPattern?
    package var title: TextPattern?
    package var effects: WindowEffects

    package init(appID: TextPattern? = nil, title: TextPattern? = nil, _ effects: WindowEffects) {
        self.appID = appID
        self.title = title
        self.effects = effects
    }

    package func matches(appID: AppID?, title: String?) -> Bool {
        (self.appID?.matches(appID?.text ?? "") ?? true) && (self.title?.matches(title ?? "") ?? true)
    }
}

/// How a window is shown differently from usual; a nil leaves a value to the application and the desktop.
package struct WindowEffects: Hashable, Sendable {
    /// Whether the window opens full screen, regardless of the application's earlier requests.
    package var isFullscreen: Bool?
    /// Whether the window fills the screen instead of having the size that the application chooses.
    package var fills: Bool?
    /// Whether the window stays in front of other windows, including full-screen windows.
    package var isAbove: Bool?
    /// Whether the window gets the keyboard when it opens.
    package var takesFocus: Bool?
    /// Physical pixels per logical pixel of the window, regardless of its screen's scale.
    package var scale: Scale?
    /// Whether fingers reach the window as touches; otherwise they act as a pointer, as for clients without touch.
    package var takesTouch: Bool?
    /// Whether the window is on the panel where an external has another output, regardless of the output that it asks for.
    package var isOnPanel: Bool?

    package init(
        isFullscreen: Bool? = nil, fills: Bool? = nil, isAbove: Bool? = nil, takesFocus: Bool? = nil,
        scale: Scale? = nil, takesTouch: Bool? = nil, isOnPanel: Bool? = nil
    ) {
        self.isFullscreen = isFullscreen
        self.fills = fills
        self.isAbove = isAbove
        self.takesFocus = takesFocus
        self.scale = scale
        self.takesTouch = takesTouch
        self.isOnPanel = isOnPanel
    }

    /// These effects, overridden by the values that `other` sets.
    package func overridden(by other: WindowEffects) -> WindowEffects {
        WindowEffects(
            isFullscreen: other.isFullscreen ?? isFullscreen, fills: other.fills ?? fills,
            isAbove: other.isAbove ?? isAbove, takesFocus: other.takesFocus ?? takesFocus,
            scale: other.scale ?? scale, takesTouch: other.takesTouch ?? takesTouch,
            isOnPanel: other.isOnPanel ?? isOnPanel)
    }
}

extension Sequence<WindowRule> {
    /// The effects that the rules together give a window; the last rule that sets a value wins.
    package func effects(appID: AppID?, title: String?) -> WindowEffects {
        reduce(WindowEffects()) { effects, rule in
            rule.matches(appID: appID, title: title) ? effects.overridden(by: rule.effects) : effects
        }
    }
}
