package import Mirroring

/// What the user sets on the displays themselves: which one is the external, and how bright the panel is.
extension Compositor {
    /// How bright the panel's backlight is; nil where there is none.
    package var brightness: Brightness? { ports.backlight?.brightness }

    /// Sets the panel's backlight; returns why that failed, or nil.
    package func set(_ brightness: Brightness) -> String? {
        guard let backlight = ports.backlight else { return "the panel has no backlight" }
        defer { menu.refresh() }
        return backlight.set(brightness)
    }

    /// Goes on to the next step of brightness.
    func stepBrightness() {
        guard let next = brightness?.next else { return }
        if let reason = set(next) { notify(.brightnessFailed, reason) }
    }

    /// The entries of the menu about displays.
    var displayEntries: [MenuEntry] {
        var entries = [MenuEntry(.mirroring, .isOn(director.topology.isMirroringEnabled))]
        if let external = externalOutput, director.topology.externalCandidates.count > 1 {
            entries.append(MenuEntry(.external, .output(external)))
        }
        if size(of: .external) != nil {
            entries.append(MenuEntry(.freeze, .isOn(isFrozen)))
            entries.append(MenuEntry(.blankExternal, .isOn(blanked == .external)))
        }
        entries.append(MenuEntry(.blankAll))
        if let brightness {
            let isWritable = ports.backlight?.isWritable ?? false
            entries.append(MenuEntry(.brightness, isWritable ? .brightness(brightness) : .unavailable))
        }
        return entries
    }

    /// Moves the content to the next display that can be the external.
    func useNextExternal() {
        let candidates = director.topology.externalCandidates.map(\.id).sorted { $0.name < $1.name }
        guard let present = externalOutput, let place = candidates.firstIndex(of: present), candidates.count > 1
        else { return }
        chooseExternal(candidates[(place + 1) % candidates.count])
    }
}
