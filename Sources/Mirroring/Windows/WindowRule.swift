package import Geometry

/// What the user wants of windows with an application id, a title or both.
package struct WindowRule: Hashable, Sendable {
    /// Nil for any; a window without one counts as one with an empty text.
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

/// How a window is shown where that differs from the usual; nil leaves it to the application and the desktop.
package struct WindowEffects: Hashable, Sendable {
    /// Whether the window comes up full screen, whatever the application asks for until then.
    package var isFullscreen: Bool?
    /// Whether the window fills the screen, or has the size that the application chooses.
    package var fills: Bool?
    /// Whether the window stays in front of others, full-screen ones included.
    package var isAbove: Bool?
    /// Whether the window gets the keyboard when it comes up.
    package var takesFocus: Bool?
    /// Physical pixels per logical pixel of the window, whatever those of its screen are.
    package var scale: Scale?
    /// Whether the window gets fingers as such, or as a pointer, as clients without touch do.
    package var takesTouch: Bool?

    package init(
        isFullscreen: Bool? = nil, fills: Bool? = nil, isAbove: Bool? = nil, takesFocus: Bool? = nil,
        scale: Scale? = nil, takesTouch: Bool? = nil
    ) {
        self.isFullscreen = isFullscreen
        self.fills = fills
        self.isAbove = isAbove
        self.takesFocus = takesFocus
        self.scale = scale
        self.takesTouch = takesTouch
    }

    /// With what `other` sets in place of the present values.
    package func overridden(by other: WindowEffects) -> WindowEffects {
        WindowEffects(
            isFullscreen: other.isFullscreen ?? isFullscreen, fills: other.fills ?? fills,
            isAbove: other.isAbove ?? isAbove, takesFocus: other.takesFocus ?? takesFocus,
            scale: other.scale ?? scale, takesTouch: other.takesTouch ?? takesTouch)
    }
}

extension Sequence<WindowRule> {
    /// What the rules together want of a window; of several that set a value the last one counts.
    package func effects(appID: AppID?, title: String?) -> WindowEffects {
        reduce(WindowEffects()) { effects, rule in
            rule.matches(appID: appID, title: title) ? effects.overridden(by: rule.effects) : effects
        }
    }
}
