import Geometry

/// The settings made by hand for the displays, in addition to the configuration.
///
/// Settings made since a display was plugged in override the configuration. The configuration overrides the settings
/// that were remembered for the display.
package struct DisplayChoices: Hashable, Sendable {
    /// A display that is plugged in, with its settings.
    private struct Present: Hashable {
        /// The display's identity; another display at the same connector has settings of its own.
        let identity: DisplayIdentity
        var remembered: DisplaySettings
        var byHand = DisplaySettings()
    }

    private var present: [OutputID: Present] = [:]
    /// The settings for displays that are plugged in later; setting up one display changes no other of the same model.
    package private(set) var memory = DisplayMemory()
    /// The rules of the configuration.
    package internal(set) var rules: [DisplayRule] = []
    /// Whether the memory is used and extended.
    package internal(set) var isRemembering = true

    package init() {}

    /// Begins with the settings from before the service was started.
    mutating func recall(_ memory: DisplayMemory) {
        self.memory = memory
    }

    /// Adds the displays that are plugged in now.
    mutating func add(_ outputs: [OutputDescription]) {
        for output in outputs where output.isConnected && present[output.id]?.identity != output.identity {
            present[output.id] = Present(identity: output.identity, remembered: memory[output] ?? DisplaySettings())
        }
    }

    /// Forgets the settings of displays that have gone; the memory stays.
    mutating func keep(where isPresent: (OutputID) -> Bool) {
        present = present.filter { isPresent($0.key) }
    }

    /// Adds settings for a display that is plugged in.
    mutating func set(_ settings: DisplaySettings, on output: OutputDescription) {
        guard let known = present[output.id], known.identity == output.identity else { return }
        present[output.id]?.byHand = known.byHand.updated(with: settings)
        if isRemembering { memory.remember(settings, for: output) }
    }

    /// Forgets the settings of all present displays, as if the displays had just been plugged in.
    mutating func beginAnew(_ outputs: [OutputDescription]) {
        present = [:]
        add(outputs)
    }

    /// Forgets all settings of the display at a connector, or of all displays if `id` is nil.
    mutating func forget(_ id: OutputID?, among outputs: [OutputDescription]) {
        guard let id else {
            memory.forgetAll()
            return beginAnew(outputs)
        }
        memory.forget(id, among: outputs)
        present[id] = nil
        add(outputs)
    }

    /// The role that the user or a rule gives a display, or nil for none.
    ///
    /// The user's choice since the display was plugged in comes first, then a rule's role, then the remembered choice.
    package func role(of output: OutputDescription) -> OutputRole? {
        value(\.role, of: output, configured: rules.value(\.role, of: output))
    }

    /// The value of a setting for a display, or nil for none.
    ///
    /// A value set by hand comes first, then the value of a rule, the value configured for the display's role, and the
    /// remembered value.
    package func value<Value>(
        _ setting: KeyPath<DisplaySettings, Value?>, of output: OutputDescription, configured: Value?
    ) -> Value? {
        let path = (\DisplayRule.settings).appending(path: setting)
        let configured = rules.value(path, of: output) ?? configured
        guard let known = present[output.id], known.identity == output.identity else { return configured }
        return known.byHand[keyPath: setting] ?? configured
            ?? (isRemembering ? known.remembered[keyPath: setting] : nil)
    }
}
