package import Mirroring

/// Tools that set displays up.
extension Compositor: DisplaySettingsObserver {
    package func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        director.refusal(of: settings, on: id)
    }

    package func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        firstFrame.caused(at: ports.loop.now)
        let before = director.topology.choices.memory
        defer { save(after: before) }
        return director.set(settings, on: id)
    }

    /// Forgets what was set by hand for the display at a connector, or with nil for all displays, which go back to what the
    /// configuration says; false where there was nothing to forget.
    package func forgetSettings(of id: OutputID?) -> Bool {
        let before = director.topology.choices
        firstFrame.caused(at: ports.loop.now)
        director.forget(id)
        save(after: before.memory)
        return director.topology.choices != before
    }

    /// Begins with what was set before the service was started.
    func recallDisplays() {
        if let memory = ports.displayMemory?.load() { director.handle(.recalled(memory)) }
    }

    /// Remembers for the external what fingers on the controller do.
    func remember(_ mode: ControllerMode) {
        guard let external = plan.screen(in: .external)?.output else { return }
        let before = director.topology.choices.memory
        director.handle(.displaySet(external, DisplaySettings(controllerMode: mode)))
        save(after: before)
    }

    private func save(after before: DisplayMemory) {
        let memory = director.topology.choices.memory
        if memory != before { ports.displayMemory?.save(memory) }
    }
}
