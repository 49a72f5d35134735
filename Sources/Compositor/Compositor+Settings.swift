package import Mirroring

/// Tools that set displays up.
extension Compositor: DisplaySettingsObserver {
    package func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        director.refusal(of: settings, on: id)
    }

    package func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        firstFrame.caused(at: ports.loop.now)
        return director.set(settings, on: id)
    }
}
