import Control
package import Mirroring

/// Which of the two applications the panel shows.
package final class ForegroundSwitch: Feature {
    private let director: ScreenDirector
    private let events: ServiceEvents
    private let changed: () -> Void

    /// Calls `changed` after each request for the foreground, and after the panel application has started or ended.
    init(_ director: ScreenDirector, _ events: ServiceEvents, changed: @escaping () -> Void) {
        self.director = director
        self.events = events
        self.changed = changed
    }

    var commands: [any CommandHandler] {
        [
            Handler<ShowOnPanelRequest>(wakes: true) { [unowned self] command, _ in
                switch show(command.foreground) {
                case .changed, .unchanged: .done
                case .refused(let reason): .failure(reason)
                }
            }
        ]
    }

    package var choice: PanelForeground.Choice { director.wishes.foreground.choice }

    /// Whether a panel application is running.
    package var hasApplication: Bool { director.wishes.foreground.hasApplication }

    /// Brings one of the two applications to the panel's foreground.
    package func show(_ choice: PanelForeground.Choice) -> PanelForeground.Outcome {
        change { $0.show(choice) }
    }

    /// Reports that the panel application's process is running.
    package func applicationStarted() {
        _ = change {
            $0.applicationStarted()
            return .unchanged
        }
    }

    /// Reports that the panel application's process has ended; the panel goes back to the content.
    package func applicationEnded() {
        _ = change { $0.applicationEnded() }
    }

    private func change(_ body: (inout PanelForeground) -> PanelForeground.Outcome) -> PanelForeground.Outcome {
        let outcome = director.update { body(&$0.foreground) }
        if outcome == .changed { events.emit(.panelForegroundChanged(to: choice)) }
        changed()
        return outcome
    }
}
