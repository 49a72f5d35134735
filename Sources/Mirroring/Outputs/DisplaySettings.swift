package import Geometry

/// What someone has set for one display; nil for what the configuration, or the display itself, says.
package struct DisplaySettings: Hashable, Sendable {
    /// One of the modes that the display lists.
    package var mode: ModeRequest?
    /// Physical pixels per logical pixel.
    package var scale: Scale?
    package var transform: Transform?

    package init(mode: ModeRequest? = nil, scale: Scale? = nil, transform: Transform? = nil) {
        self.mode = mode
        self.scale = scale
        self.transform = transform
    }

    package var isEmpty: Bool { self == DisplaySettings() }

    /// These settings with what newer ones say in their place.
    package func updated(with newer: DisplaySettings) -> DisplaySettings {
        DisplaySettings(
            mode: newer.mode ?? mode, scale: newer.scale ?? scale, transform: newer.transform ?? transform)
    }
}

/// What has been set by hand for the displays, beside the configuration.
package struct DisplayChoices: Hashable, Sendable {
    private struct Choice: Hashable {
        /// The display that it was set for: another one at the same connector has settings of its own.
        let identity: DisplayIdentity
        var settings: DisplaySettings
    }

    /// Set since the display was plugged in.
    private var present: [OutputID: Choice] = [:]

    package init() {}

    /// Adds what was set for a display that is plugged in.
    mutating func set(_ settings: DisplaySettings, on output: OutputDescription) {
        let known = self[output] ?? DisplaySettings()
        present[output.id] = Choice(identity: output.identity, settings: known.updated(with: settings))
    }

    /// Forgets what was set for displays that `isPresent` does not hold for.
    mutating func keep(where isPresent: (OutputID, DisplayIdentity) -> Bool) {
        present = present.filter { isPresent($0.key, $0.value.identity) }
    }

    /// Forgets what was set for the displays that are plugged in.
    mutating func forgetPresent() {
        present = [:]
    }

    private subscript(output: OutputDescription) -> DisplaySettings? {
        present[output.id].flatMap { $0.identity == output.identity ? $0.settings : nil }
    }

    /// The value of a setting for a display: what was set by hand, else what is configured.
    package func value<Value>(
        _ setting: KeyPath<DisplaySettings, Value?>, of output: OutputDescription, configured: Value?
    ) -> Value? {
        self[output]?[keyPath: setting] ?? configured
    }
}
