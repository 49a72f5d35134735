import Logging
package import Mirroring

/// Takes the steps that are due while the user does nothing, and undoes them; dims the panel, and sets its brightness.
package final class IdleKeeper: Feature {
    private let director: ScreenDirector
    private let blanking: Blanking
    private let darkPanel: DarkPanel
    private let port: (any IdlePort)?
    private let backlight: (any BacklightPort)?
    private let programs: (any MenuActionPort)?
    private let events: ServiceEvents
    private let changed: () -> Void
    private var configuration: IdleConfiguration
    private var stages: IdleStages
    /// How bright the panel was before it was dimmed; nil while it is not.
    private var brightnessBefore: Brightness?
    private let logger = Logger(label: "kagami.idle")

    /// Calls `changed` when the brightness has been set.
    init(
        _ director: ScreenDirector, _ blanking: Blanking, _ darkPanel: DarkPanel, _ ports: CompositorPorts,
        _ events: ServiceEvents, _ configuration: IdleConfiguration, changed: @escaping () -> Void
    ) {
        self.director = director
        self.blanking = blanking
        self.darkPanel = darkPanel
        port = ports.idle
        backlight = ports.backlight
        programs = ports.menuActions
        self.events = events
        self.changed = changed
        self.configuration = configuration
        stages = IdleStages(configuration)
    }

    func serviceStarts() {
        watch()
    }

    private func watch() {
        port?.idleObserver = self
        port?.watchIdleness(seconds: stages.alarms)
        port?.tellMachine(ofIdlenessAfter: configuration.hintAfterSeconds)
    }

    func serviceEnds() {
        undim()
    }

    func pause() {
        undim()
    }

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        port?.screensChanged(areDark: blanking.isEverythingDark)
    }

    /// Takes other stages, which count from now on.
    func use(_ next: Configuration, after old: Configuration) {
        guard next.idle != old.idle else { return }
        // What was darkened by command stays so.
        if !stages.reached.isEmpty { userCameBack() }
        configuration = next.idle
        stages = IdleStages(next.idle)
        watch()
    }

    func hear(_ news: InputNews) {
        guard case .userActed = news else { return }
        let hasPressed = blanking.takePress()
        if blanking.isEverythingDark || hasPressed { wake() }
        port?.userActed()
    }

    /// Shows the panel, and what is dark for want of a user, because something must be seen.
    package func wake() {
        let panel = director.plan.panel?.output.id
        director.update { $0.wake(panel) }
        darkPanel.used()
        stages.interrupt()
        undim()
    }

    func report(to status: inout ServiceStatus) {
        status.session.idle = IdleStage.allCases.filter(stages.reached.contains)
        status.screens.brightness = brightness?.percent
    }

    // MARK: The backlight

    /// The present brightness of the backlight; nil where there is none.
    package var brightness: Brightness? { backlight?.brightness }

    /// Sets the panel's backlight; `completion` gets nil, or why that failed.
    package func set(_ brightness: Brightness, completion: @escaping (String?) -> Void) {
        guard let backlight else { return completion("the panel has no backlight") }
        // It is to stay.
        brightnessBefore = nil
        backlight.set(brightness) { [weak self] reason in
            self?.changed()
            completion(reason)
        }
    }

    /// Sets the backlight as it was before it was dimmed.
    private func undim() {
        guard let before = brightnessBefore else { return }
        brightnessBefore = nil
        set(before)
    }

    private func enter(_ stage: IdleStage) {
        switch stage {
        case .dim: dim()
        case .panelOff, .externalOff: director.update { _ = $0.idle.insert(stage) }
        case .blank: director.update { $0.blank = .all }
        case .command: runCommand()
        }
    }

    /// A panel that is off stays so: some backlights are lit by any brightness.
    private func dim() {
        guard let panel = director.plan.panel, !panel.isOff, let backlight, backlight.isWritable,
            brightnessBefore == nil, let before = backlight.brightness
        else { return }
        let dimmed = Brightness(percent: before.percent * configuration.dimPercent / 100)
        guard dimmed.percent < before.percent else { return }
        brightnessBefore = before
        set(dimmed)
    }

    private func set(_ brightness: Brightness) {
        backlight?.set(brightness) { [logger] reason in
            if let reason { logger.warning("brightness not set", metadata: ["reason": "\(reason)"]) }
        }
    }

    private func runCommand() {
        programs?.run(configuration.command) { [logger] failure in
            guard let failure else { return }
            logger.warning("idle command failed", metadata: ["reason": "\(failure)"])
        }
    }
}

extension IdleKeeper: IdleObserver {
    package func userBecameIdle(forSeconds seconds: Int) {
        for stage in stages.idle(forSeconds: seconds) {
            enter(stage)
            events.emit(.userIdle(stage))
        }
    }

    package func userCameBack() {
        if stages.end() { events.emit(.userActive) }
        undim()
        wake()
    }
}
