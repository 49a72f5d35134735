import Mirroring

/// Remembers in a file what was set by hand for displays.
final class SavedDisplays {
    private let director: ScreenDirector
    /// Nil where nothing is remembered beyond the service's end.
    private let port: (any DisplayMemoryPort)?
    /// What the file has in it.
    private var memory = DisplayMemory()
    /// The external whose settings were last taken up.
    private var followed: DisplayKey?

    init(_ director: ScreenDirector, _ port: (any DisplayMemoryPort)?) {
        self.director = director
        self.port = port
    }

    private var external: EnabledOutput? { director.plan.screen(in: .external)?.output }

    private var present: DisplayMemory { director.topology.choices.memory }

    /// Begins with what was set before the service was started.
    func recall() {
        guard let memory = port?.load() else { return }
        self.memory = memory
        director.handle(.recalled(memory))
    }

    /// Writes what was set to the file, if that has changed.
    func save() {
        guard present != memory else { return }
        memory = present
        port?.save(memory)
    }

    /// What the controller's fingers and view were last set to with the external, if another display has become that since the
    /// last call; nil otherwise, and without an external. Writes what was set for the one before.
    func takeExternal() -> (mode: ControllerMode?, zoom: ContentZoom?)? {
        let external = self.external?.description
        guard external.map(DisplayKey.init) != followed else { return nil }
        followed = external.map(DisplayKey.init)
        save()
        guard let external else { return nil }
        let choices = director.topology.choices
        return (
            choices.value(\.controllerMode, of: external, configured: nil),
            choices.value(\.zoom, of: external, configured: nil)
        )
    }

    /// Remembers for the external what fingers on the controller do.
    func remember(_ mode: ControllerMode) {
        guard set(DisplaySettings(controllerMode: mode)) else { return }
        save()
    }

    /// Remembers for the external what the controller shows. Fingers set that many times a minute, so that the file is written
    /// only when the external goes, or the service ends.
    func remember(_ zoom: ContentZoom) {
        guard let external else { return }
        let known = present[external.description]?.zoom
        guard zoom != known ?? ContentZoom(.fit, of: zoom.size) else { return }
        _ = set(DisplaySettings(zoom: zoom))
    }

    /// Remembers how loud the external's own sink was made. That changes as long as somebody drags a slider, so that the file is
    /// written like that of the zoom.
    func remember(volumePercent: Int) {
        _ = set(DisplaySettings(volumePercent: volumePercent))
    }

    /// How loud the external's own sink was made when the display was the external; nil for never.
    var volume: Int? { external.flatMap { present[$0.description]?.volumePercent } }

    /// False without an external.
    private func set(_ settings: DisplaySettings) -> Bool {
        guard let external else { return false }
        director.handle(.displaySet(external, settings))
        return true
    }
}
