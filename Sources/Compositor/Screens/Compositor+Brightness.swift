package import Mirroring

/// How bright the panel is.
extension Compositor {
    /// The present brightness of the backlight; nil where there is none.
    package var brightness: Brightness? { ports.backlight?.brightness }

    /// Sets the panel's backlight; returns why that failed, or nil.
    package func set(_ brightness: Brightness) -> String? {
        guard let backlight = ports.backlight else { return "the panel has no backlight" }
        defer { menu.refresh() }
        return backlight.set(brightness)
    }
}
