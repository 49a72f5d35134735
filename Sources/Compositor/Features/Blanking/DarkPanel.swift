import Mirroring

/// Turns the panel off beside an external once nobody has touched the panel for a while.
final class DarkPanel: Feature {
    private let director: ScreenDirector
    private let timer: DisuseTimer

    init(_ director: ScreenDirector, _ loop: any LoopPort, seconds: Int) {
        self.director = director
        timer = DisuseTimer(
            loop, patience: Self.patience(seconds: seconds),
            isNeeded: { director.plan.screen(in: .external) != nil && !director.wishes.isPanelLeft },
            act: { director.update { $0.isPanelLeft = true } })
    }

    /// The time without use in microseconds; nil for no limit.
    private static func patience(seconds: Int) -> Int64? { seconds > 0 ? Int64(seconds) * 1_000_000 : nil }

    /// Notes that somebody uses the panel, or needs to see it.
    func used() {
        timer.used()
    }

    /// Follows the screens. A panel that has just got an external beside it stays on at first.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        if director.plan.screen(in: .external) != nil {
            if changes.isAnotherScene { used() }
        } else if director.wishes.isPanelLeft {
            director.update { $0.isPanelLeft = false }
        }
    }

    /// Applies another time without use after which the panel turns off; 0 means never.
    func use(_ next: Configuration, after old: Configuration) {
        guard next.panel.darkAfterSeconds != old.panel.darkAfterSeconds else { return }
        timer.patience = Self.patience(seconds: next.panel.darkAfterSeconds)
        if timer.patience == nil { director.update { $0.isPanelLeft = false } }
        timer.wait()
    }

    func hear(_ news: InputNews) {
        if case .panelUsed = news { used() }
    }
}
