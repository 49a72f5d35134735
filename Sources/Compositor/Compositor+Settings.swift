package import Mirroring

/// Tools that set displays up.
extension Compositor: DisplaySettingsObserver {
    package func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        director.refusal(of: settings, on: id)
    }

    package func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        firstFrame.caused(at: ports.loop.now)
        defer { saved.save() }
        return director.set(settings, on: id)
    }

    /// Forgets what was set by hand for the display at a connector, or with nil for all displays, which go back to what the
    /// configuration says; false where there was nothing to forget.
    package func forgetSettings(of id: OutputID?) -> Bool {
        let before = director.topology.choices
        firstFrame.caused(at: ports.loop.now)
        director.forget(id)
        saved.save()
        return director.topology.choices != before
    }

    /// Remembers how loud the external's own sink was made.
    package func remember(volumePercent: Int) {
        saved.remember(volumePercent: volumePercent)
    }

    /// How loud the external's own sink was made when the display was the external; nil for never.
    package var rememberedVolume: Int? { saved.volume }
}

/// How bright the panel is.
extension Compositor {
    /// The present brightness of the backlight; nil where there is none.
    package var brightness: Brightness? { ports.backlight?.brightness }

    /// Sets the panel's backlight; `completion` gets nil, or why that failed.
    package func set(_ brightness: Brightness, completion: @escaping (String?) -> Void) {
        guard let backlight = ports.backlight else { return completion("the panel has no backlight") }
        idle.brightnessWasSet()
        backlight.set(brightness) { [weak self] reason in
            self?.menu.refresh()
            completion(reason)
        }
    }
}
