import Mirroring

/// Turns the panel off beside an external once nobody has touched the panel for a while.
final class DarkPanel {
    private unowned let compositor: Compositor
    private var lastUse = Timestamp(microseconds: 0)
    private var isWaiting = false

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    /// Notes that somebody uses the panel, or needs to see it.
    func used() {
        lastUse = compositor.ports.loop.now
        wait()
    }

    /// Follows the screens: a panel that is beside an external from now on is seen at first.
    func follow(_ changes: ScreenChanges) {
        if hasExternal {
            if changes.isAnotherScene { used() }
        } else if compositor.director.wishes.isPanelLeft {
            compositor.director.update { $0.isPanelLeft = false }
        }
    }

    /// Applies another configuration.
    func configurationChanged() {
        if patience == 0 { compositor.director.update { $0.isPanelLeft = false } }
        wait()
    }

    /// In microseconds; 0 for no end.
    private var patience: Int64 { Int64(compositor.configuration.panel.darkAfterSeconds) * 1_000_000 }

    private var hasExternal: Bool { compositor.plan.screen(in: .external) != nil }

    /// Wakes up when the panel may be turned off; at most one wake-up is set, and none while there is nothing to do.
    private func wait() {
        guard !isWaiting, patience > 0, hasExternal, !compositor.director.wishes.isPanelLeft else { return }
        isWaiting = true
        let rest = patience - compositor.ports.loop.now.since(lastUse)
        compositor.ports.loop.schedule(afterMicroseconds: max(0, rest)) { [weak self] in self?.timeUp() }
    }

    private func timeUp() {
        isWaiting = false
        guard patience > 0, hasExternal else { return }
        guard compositor.ports.loop.now.since(lastUse) >= patience else { return wait() }
        compositor.director.update { $0.isPanelLeft = true }
    }
}
