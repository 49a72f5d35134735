import Logging
import Mirroring

/// Takes the steps that are due while the user does nothing, and undoes them.
final class IdleKeeper {
    private let director: ScreenDirector
    private let backlight: (any BacklightPort)?
    private let programs: (any MenuActionPort)?
    private let events: ServiceEvents
    private(set) var configuration: IdleConfiguration
    private(set) var stages: IdleStages
    /// How bright the panel was before it was dimmed; nil while it is not.
    private var brightnessBefore: Brightness?
    private let logger = Logger(label: "kagami.idle")

    init(
        _ director: ScreenDirector, _ ports: CompositorPorts, _ events: ServiceEvents,
        _ configuration: IdleConfiguration
    ) {
        self.director = director
        backlight = ports.backlight
        programs = ports.menuActions
        self.events = events
        self.configuration = configuration
        stages = IdleStages(configuration)
    }

    /// Takes other delays; the stages reached must have ended.
    func use(_ next: IdleConfiguration) {
        configuration = next
        stages = IdleStages(next)
    }

    func idle(forSeconds seconds: Int) {
        for stage in stages.idle(forSeconds: seconds) {
            enter(stage)
            events.emit(.userIdle(stage))
        }
    }

    /// Undoes all stages without the user, because something must be seen.
    func interrupt() {
        stages.interrupt()
        undim()
    }

    /// Ends all stages: the user is back.
    func end() {
        if stages.end() { events.emit(.userActive) }
        undim()
    }

    /// Sets the backlight as it was before it was dimmed.
    func undim() {
        guard let before = brightnessBefore else { return }
        brightnessBefore = nil
        set(before)
    }

    /// Somebody has set another brightness, which is to stay.
    func brightnessWasSet() {
        brightnessBefore = nil
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
