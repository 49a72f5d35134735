import Geometry

/// What has been set by hand for the displays, beside the configuration.
///
/// What was set since a display was plugged in comes before the configuration, which comes before what was remembered of
/// the display when it was plugged in.
package struct DisplayChoices: Hashable, Sendable {
    /// A display that is plugged in.
    private struct Present: Hashable {
        /// Another display at the same connector has settings of its own.
        let identity: DisplayIdentity
        var remembered: DisplaySettings
        var byHand = DisplaySettings()
    }

    private var present: [OutputID: Present] = [:]
    /// For displays that are plugged in later: setting one up changes no other of the same model.
    package private(set) var memory = DisplayMemory()
    /// The rules of the configuration.
    package internal(set) var rules: [DisplayRule] = []
    /// Whether the memory is used and added to.
    var isRemembering = true

    package init() {}

    /// Begins with what was set before the service was started.
    mutating func recall(_ memory: DisplayMemory) {
        self.memory = memory
    }

    /// Takes the displays that are plugged in now.
    mutating func add(_ outputs: [OutputDescription]) {
        for output in outputs where output.isConnected && present[output.id]?.identity != output.identity {
            present[output.id] = Present(identity: output.identity, remembered: memory[output] ?? DisplaySettings())
        }
    }

    /// Forgets what was set for displays that have gone; what is remembered stays.
    mutating func keep(where isPresent: (OutputID) -> Bool) {
        present = present.filter { isPresent($0.key) }
    }

    /// Adds what was set for a display that is plugged in.
    mutating func set(_ settings: DisplaySettings, on output: OutputDescription) {
        guard let known = present[output.id], known.identity == output.identity else { return }
        present[output.id]?.byHand = known.byHand.updated(with: settings)
        if isRemembering { memory.remember(settings, for: output) }
    }

    /// Has the configuration come first again, as if all displays had just been plugged in.
    mutating func beginAnew(_ outputs: [OutputDescription]) {
        present = [:]
        add(outputs)
    }

    /// Forgets all of the display at a connector, or with nil of all displays.
    mutating func forget(_ id: OutputID?, among outputs: [OutputDescription]) {
        guard let id else {
            memory.forgetAll()
            return beginAnew(outputs)
        }
        memory.forget(id, among: outputs)
        present[id] = nil
        add(outputs)
    }

    /// The value of a setting for a display: set by hand, else by a rule, else configured for its role, else remembered.
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
