package import Mirroring

/// Tools that set displays up.
extension Compositor: DisplaySettingsObserver {
    package func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        director.refusal(of: settings, on: id)
    }

    package func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        firstFrame.caused(at: ports.loop.now)
        defer { saveDisplays() }
        return director.set(settings, on: id)
    }

    /// Forgets what was set by hand for the display at a connector, or with nil for all displays, which go back to what the
    /// configuration says; false where there was nothing to forget.
    package func forgetSettings(of id: OutputID?) -> Bool {
        let before = director.topology.choices
        firstFrame.caused(at: ports.loop.now)
        director.forget(id)
        saveDisplays()
        return director.topology.choices != before
    }

    /// Begins with what was set before the service was started.
    func recallDisplays() {
        guard let memory = ports.displayMemory?.load() else { return }
        savedDisplays = memory
        director.handle(.recalled(memory))
    }

    /// Remembers for the external what fingers on the controller do.
    func remember(_ mode: ControllerMode) {
        guard let external = plan.screen(in: .external)?.output else { return }
        director.handle(.displaySet(external, DisplaySettings(controllerMode: mode)))
        saveDisplays()
    }

    /// Remembers for the external what the controller shows. Fingers set that many times a minute, so that the file is written
    /// only when the external goes, or the service ends.
    func remember(_ zoom: ContentZoom) {
        guard let external = plan.screen(in: .external)?.output else { return }
        let known = director.topology.choices.memory[external.description]?.zoom
        guard zoom != known ?? ContentZoom(.fit, of: zoom.size) else { return }
        director.handle(.displaySet(external, DisplaySettings(zoom: zoom)))
    }

    /// Remembers how loud the external's own sink was made. That changes as long as somebody drags a slider, so that the file is
    /// written like that of the zoom.
    package func remember(volumePercent: Int) {
        guard let external = plan.screen(in: .external)?.output else { return }
        director.handle(.displaySet(external, DisplaySettings(volumePercent: volumePercent)))
    }

    /// How loud the external's own sink was made when the display was the external; nil for never.
    package var rememberedVolume: Int? {
        guard let external = plan.screen(in: .external)?.output else { return nil }
        return director.topology.choices.memory[external.description]?.volumePercent
    }

    /// Writes what was set for displays to the file, if that has changed.
    func saveDisplays() {
        let memory = director.topology.choices.memory
        guard memory != savedDisplays else { return }
        savedDisplays = memory
        ports.displayMemory?.save(memory)
    }
}
