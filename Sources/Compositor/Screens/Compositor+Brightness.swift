package import Mirroring

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
