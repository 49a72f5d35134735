import Control
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
        if case .userActed = news { userActed() }
    }

    /// The user has done something, if only with a device whose input nobody gets from the service, such as a game pad.
    package func userActed() {
        let hasPressed = blanking.takePress()
        if blanking.isEverythingDark || hasPressed { wake() }
        port?.userActed()
    }

    /// Shows the panel, and the screens that are dark because nobody used them, because something must be seen.
    package func wake() {
        let panel = director.plan.panel?.output.id
        director.update { $0.wake(panel) }
        darkPanel.used()
        stages.interrupt()
        undim()
    }

    var commands: [any CommandHandler] {
        [
            Handler<BrightnessRequest> { [unowned self] command, call in
                guard brightness != nil else {
                    return .failure("the panel has no backlight: there is none in /sys/class/backlight")
                }
                guard let wanted = command.brightness else { return presentBrightness }
                set(wanted) { [unowned self, later = call.later] reason in
                    later.send(
                        reason.map { .failure("\($0); a rule of udev can let the group video write there") }
                            ?? presentBrightness)
                }
                return nil
            }
        ]
    }

    private var presentBrightness: ControlAnswer<BrightnessRequest.Reply> {
        brightness.map { .success(BrightnessRequest.Reply(percent: $0.percent)) }
            ?? .failure("the panel's backlight is gone")
    }

    func report(to status: inout ServiceStatus) {
        status.session.idle = IdleStage.allCases.filter(stages.reached.contains)
        status.session.idleInhibitors = port?.idlenessInhibitors ?? []
        status.screens.brightness = brightness?.percent
    }

    // MARK: The backlight

    /// The present brightness of the backlight; nil where there is none.
    package var brightness: Brightness? { backlight?.brightness }

    /// Sets the panel's backlight; `completion` gets nil, or why that failed.
    package func set(_ brightness: Brightness, completion: @escaping (String?) -> Void) {
        guard let backlight else { return completion("the panel has no backlight") }
        // The new brightness stays when the user comes back.
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

    /// Dims the panel unless it is off: setting any brightness lights some backlights.
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

/// Which stages a user who does nothing has reached.
///
/// Each stage has its own delay, so the configuration decides their order. A stage is entered once until the user is
/// back. A stage that was undone without the user is entered again with the next stage.
struct IdleStages: Hashable, Sendable {
    /// Seconds by stage; without the stages that never come.
    private let delays: [IdleStage: Int]
    private(set) var reached: Set<IdleStage> = []
    /// Some stage has been entered since the user last did something.
    private var hasBegun = false
    private var hasRunCommand = false

    init(_ configuration: IdleConfiguration) {
        let all: [IdleStage: Int] = [
            .dim: configuration.dimAfterSeconds, .panelOff: configuration.panelOffAfterSeconds,
            .externalOff: configuration.externalOffAfterSeconds, .blank: configuration.blankAfterSeconds,
            .command: configuration.command.isEmpty ? 0 : configuration.commandAfterSeconds,
        ]
        delays = all.filter { $0.value > 0 }
    }

    /// The idle times after which there is something to do, in seconds, each once and in order.
    var alarms: [Int] { Set(delays.values).sorted() }

    /// Reports how long the user has done nothing; returns the stages that begin, in the order in which they were due.
    mutating func idle(forSeconds seconds: Int) -> [IdleStage] {
        let due = IdleStage.allCases.filter { stage in
            guard let delay = delays[stage], delay <= seconds, !reached.contains(stage) else { return false }
            return stage != .command || !hasRunCommand
        }
        reached.formUnion(due)
        if !due.isEmpty { hasBegun = true }
        if due.contains(.command) { hasRunCommand = true }
        return due.sorted { (delays[$0] ?? 0, $0.rank) < (delays[$1] ?? 0, $1.rank) }
    }

    /// Leaves all stages although the user has done nothing; the command does not run again.
    mutating func interrupt() {
        reached = []
    }

    /// The user is back; returns whether any stage had been entered.
    mutating func end() -> Bool {
        defer { self = IdleStages(delays: delays) }
        return hasBegun
    }

    private init(delays: [IdleStage: Int]) {
        self.delays = delays
    }
}

extension IdleStage {
    /// The place among stages that are due at the same time.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
