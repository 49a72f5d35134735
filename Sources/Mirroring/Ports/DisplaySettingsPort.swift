/// What the core needs of those who set displays up from outside: tools.
package protocol DisplaySettingsPort: AnyObject {
    /// Held weakly.
    var settingsObserver: (any DisplaySettingsObserver)? { get set }
}

/// Gives displays other settings.
package protocol DisplaySettingsObserver: AnyObject {
    /// Why a display cannot have these settings, as far as that is known without trying; nil where it can. Changes nothing.
    func refusal(of settings: DisplaySettings, on id: OutputID) -> String?

    /// Gives a display these settings beside those that it has; returns why it cannot have them, and then it is as before.
    func set(_ settings: DisplaySettings, on id: OutputID) -> String?
}
