import Mirroring

/// What the user's rules want of a window.
struct WindowRuling: Hashable {
    var effects = WindowEffects()
    /// What the client wants in place of a ruled full screen; nil without such a rule.
    var ownFullscreen: Bool?
}

/// The user's rules, which count while a window comes up: what the client does with the mapped window is left to it.
extension Toplevel {
    var isKeptAbove: Bool { ruling.effects.isAbove ?? false }

    /// Applies the rules to a window that is not mapped yet.
    func applyRules() {
        withdrawRules()
        guard let rules = shell.desktop.rules else { return }
        ruling.effects = rules.effects(appID: appID, title: title)
        guard let isFullscreen = ruling.effects.isFullscreen else { return }
        ruling.ownFullscreen = wishes.isFullscreen
        wishes.isFullscreen = isFullscreen
    }

    private func withdrawRules() {
        if let own = ruling.ownFullscreen { wishes.isFullscreen = own }
        ruling = WindowRuling()
    }

    /// The title or the application id has changed, by which rules know the window.
    func descriptionChanged() {
        guard !shell.isMapped, shell.isConfigured else { return }
        applyRules()
        reconfigure()
    }

    /// Changes what the client wants.
    func changeWishes(_ body: (inout ToplevelWishes) -> Void) {
        guard !shell.isMapped, shell.isConfigured else { return body(&wishes) }
        withdrawRules()
        body(&wishes)
        applyRules()
    }

    /// The rules have changed: what lasts follows them, and the window stays as it came up otherwise.
    func rulesChanged() {
        guard shell.isMapped else { return descriptionChanged() }
        let effects = (shell.desktop.rules ?? []).effects(appID: appID, title: title)
        (ruling.effects.fills, ruling.effects.isAbove) = (effects.fills, effects.isAbove)
        reconfigure()
    }
}
