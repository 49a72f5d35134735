import Mirroring

/// Turns the panel off beside an external once nobody has touched the panel for a while.
final class DarkPanel: Feature {
    private let director: ScreenDirector
    private let loop: any LoopPort
    /// In microseconds; 0 for no end.
    private var patience: Int64
    private var lastUse = Timestamp(microseconds: 0)
    private var isWaiting = false

    init(_ director: ScreenDirector, _ loop: any LoopPort, seconds: Int) {
        self.director = director
        self.loop = loop
        patience = Int64(seconds) * 1_000_000
    }

    /// Notes that somebody uses the panel, or needs to see it.
    func used() {
        lastUse = loop.now
        wait()
    }

    /// Follows the screens: a panel that is beside an external from now on is seen at first.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        if hasExternal {
            if changes.isAnotherScene { used() }
        } else if director.wishes.isPanelLeft {
            director.update { $0.isPanelLeft = false }
        }
    }

    /// Turns the panel off after so many seconds from now on, or with 0 never.
    func use(_ next: Configuration, after old: Configuration) {
        guard next.panel.darkAfterSeconds != old.panel.darkAfterSeconds else { return }
        patience = Int64(next.panel.darkAfterSeconds) * 1_000_000
        if patience == 0 { director.update { $0.isPanelLeft = false } }
        wait()
    }

    func hear(_ news: InputNews) {
        if case .panelUsed = news { used() }
    }

    private var hasExternal: Bool { director.plan.screen(in: .external) != nil }

    /// Wakes up when the panel may be turned off; at most one wake-up is set, and none while there is nothing to do.
    private func wait() {
        guard !isWaiting, patience > 0, hasExternal, !director.wishes.isPanelLeft else { return }
        isWaiting = true
        let rest = patience - loop.now.since(lastUse)
        loop.schedule(afterMicroseconds: max(0, rest)) { [weak self] in self?.timeUp() }
    }

    private func timeUp() {
        isWaiting = false
        guard patience > 0, hasExternal else { return }
        guard loop.now.since(lastUse) >= patience else { return wait() }
        director.update { $0.isPanelLeft = true }
    }
}
