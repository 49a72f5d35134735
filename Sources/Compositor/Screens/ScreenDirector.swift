import Geometry
import Logging
import Mirroring

/// Enables and disables outputs as the topology says, and keeps the plan of what they show.
final class ScreenDirector {
    let display: any DisplayPort
    private let loop: any LoopPort
    private let logger = Logger(label: "kagami.topology")
    let screens: ScreenSet
    private(set) var topology: Topology
    private(set) var wishes: ScreenWishes
    /// The screen plan; this is the only copy.
    private(set) var plan = ScreenPlan()
    weak var observer: (any ScreenObserver)?
    private var events: [TopologyEvent] = []
    private var isHandling = false
    private var isPlanning = false
    private var isPlanOutdated = false
    private var announced = TopologyState.noOutput
    /// The outputs whose displays have been turned off.
    var dark: Set<OutputID> = []
    /// The colour table of all displays; nil for unchanged colours.
    private var gamma: GammaTable?

    init(display: any DisplayPort, loop: any LoopPort, configuration: Configuration, screens: ScreenSet) {
        self.display = display
        self.loop = loop
        self.screens = screens
        topology = Topology(configuration: configuration)
        wishes = ScreenWishes(configuration: configuration)
    }

    // MARK: The plan

    /// Changes what is wanted on the screens, and brings the plan up to date.
    func update<Result>(_ change: (inout ScreenWishes) -> Result) -> Result {
        let result = change(&wishes)
        replan()
        return result
    }

    /// Makes a new plan and carries it out. If that requires another plan, the next plan follows when the first is done.
    func replan() {
        isPlanOutdated = true
        guard !isPlanning else { return }
        isPlanning = true
        defer { isPlanning = false }
        while isPlanOutdated {
            isPlanOutdated = false
            carryOut()
        }
    }

    private func carryOut() {
        forgetDisplays()
        // A display is frozen only as long as it is the external, and another one controls it.
        if case .onPanel(let output) = topology.placement, output.id == wishes.frozen { wishes.frozen = nil }
        if wishes.frozen != topology.external { wishes.frozen = nil }
        wishes.external = topology.external
        wishes.choices = topology.choices
        (wishes.parts, wishes.controllers) = (topology.parts, topology.controllers)
        var next = ScreenPlan(topology.placement, copies: topology.copies, own: topology.own, wishes)
        var changes = next.changes(from: plan)
        if changes.isInputDisturbed {
            observer?.screensWillChange(sparing: changes.undisturbed)
            // The end of what was held may have changed the wishes.
            next = ScreenPlan(topology.placement, copies: topology.copies, own: topology.own, wishes)
            changes = next.changes(from: plan)
        }
        plan = next
        defer { followPower() }
        for (id, screen) in plan.screens { screens[id]?.timingChoice = screen.timing }
        guard !changes.isEmpty else { return }
        if changes.moved.contains(.content) {
            logger.notice("content placed", metadata: ["on": "\(plan.contentScreen?.output.id.name ?? "none")"])
        }
        screens.follow(plan)
        observer?.screensChanged(changes)
    }

    /// Forgets what was wanted of single displays that are gone, or that no longer show the content to viewers.
    private func forgetDisplays() {
        let displays = topology.displaysForViewers
        wishes.keep(blank: displays, frozen: topology.isMirroringEnabled ? displays : [])
    }

    /// The displays that keep their last picture, or will when the seat is back.
    var frozen: Set<OutputID> {
        wishes.frozen.map { topology.displaysForViewers.union([$0]) } ?? wishes.frozenAlone
    }

    /// Turns displays off and on as the plan says, the panel first and copies last.
    ///
    /// A display that cannot be turned on again counts as failed.
    private func followPower() {
        for screen in [OutputRole.panel, .external].compactMap(plan.screen(in:)) + plan.own + plan.copies {
            let id = screen.output.id
            guard screens[id] != nil, screen.isOff != dark.contains(id) else { continue }
            if screen.isOff { dark.insert(id) } else { dark.remove(id) }
            guard let reason = display.setPower(of: id, isOn: !screen.isOff) else { continue }
            logger.warning(
                screen.isOff ? "display not turned off" : "display not turned on again",
                metadata: ["output": "\(id)", "reason": "\(reason)"])
            if !screen.isOff { handle(.outputFailed(id, reason: reason)) }
        }
    }

    /// Sets the colour table of all displays that can have one; nil for unchanged colours.
    func tint(by table: GammaTable?) {
        gamma = table
        for id in screens.enabled { tint(id) }
    }

    /// Sets the present colour table of an output that has just been enabled.
    func tintAnew(_ id: OutputID) {
        if gamma != nil { tint(id) }
    }

    private func tint(_ id: OutputID) {
        guard display.capabilities(of: id).gammaSize != nil, let reason = display.setGamma(gamma, of: id) else {
            return
        }
        logger.warning("display not tinted", metadata: ["output": "\(id)", "reason": "\(reason)"])
    }

    // MARK: The topology

    /// Handles an event; events that arise meanwhile (a modeset's result) follow it, in order.
    func handle(_ event: TopologyEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !events.isEmpty {
            let event = events.removeFirst()
            for action in topology.handle(event) { perform(action) }
            // A display that comes back before the next plan is not black or frozen by surprise.
            forgetDisplays()
            // Outputs that were taken away are off without having been disabled.
            if event == .paused {
                screens.removeOutputs()
                dark = []
            }
        }
    }

    private func perform(_ action: TopologyAction) {
        switch action {
        case .enable(let id, let mode, let transform): enable(id, mode: mode, transform: transform)
        case .retry(let retry): scheduleRetry(retry)
        case .hold(let number, let delay):
            loop.schedule(afterMicroseconds: delay) { [weak self] in self?.handle(.holdOver(number: number)) }
        case .giveUp(let id, let reason):
            logger.error("display given up", metadata: ["output": "\(id)", "reason": "\(reason)"])
        case .disable(let id):
            screens[id] = nil
            dark.remove(id)
            display.disable(id)
        case .place, .copy: replan()
        // The plan that follows ends the input that it disturbs, before anything changes.
        case .cancelInput: break
        case .announce(let state):
            observer?.topologyReported(.stateChanged(from: announced, to: state))
            announced = state
        }
    }

    private func enable(_ id: OutputID, mode: Mode, transform: Transform) {
        screens[id] = nil
        dark.remove(id)
        switch display.enable(id, mode: mode, transform: transform) {
        case .done:
            if let target = target(of: id, size: transform.apply(to: mode.size)) {
                let screen = Screen(.output(id), target: target)
                screen.showsEarlierPicture = display.capabilities(of: id).showsEarlierPicture
                screens[id] = screen
                tintAnew(id)
                events.append(.modesetFinished(id, mode, succeeded: true))
                return
            }
            display.disable(id)
            let reason = "no memory for its picture"
            refused(id, mode, reason: reason)
            events.append(.modesetMetShortage(id, mode, reason: reason))
        case .refused(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetFinished(id, mode, succeeded: false))
        case .noRoom(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetLacksRoom(id, mode))
        case .shortage(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetMetShortage(id, mode, reason: reason))
        }
    }

    /// The target for the frames of an output that has just been enabled; nil without memory for them.
    func target(of id: OutputID, size: Size<OutputSpace>) -> RenderTarget? {
        guard case .acquired(let buffer) = display.acquire(on: id) else { return nil }
        return RenderTarget(size: size, buffer)
    }

    private func scheduleRetry(_ retry: EnableRetry) {
        // The refusal of a copy has been logged already.
        logger.log(
            level: retry.isRefusedCopy ? .debug : .warning,
            "display not enabled for now",
            metadata: [
                "output": "\(retry.output)", "reason": "\(retry.reason)",
                "tries_again_after_ms": "\(retry.delayMicroseconds / 1000)",
            ])
        observer?.topologyReported(.enablingPostponed(retry))
        loop.schedule(afterMicroseconds: retry.delayMicroseconds) { [weak self] in
            self?.handle(.retryDue(retry.output, number: retry.number))
        }
    }

    func refused(_ id: OutputID, _ mode: Mode, reason: String) {
        // Only the first of repeated refusals is a warning, and for a copy the last of its modes only.
        let isLast = topology.isLastTryOfCopy(id)
        logger.log(
            level: topology.vainTries(of: id) == 0 && isLast != false ? .warning : .debug,
            isLast == nil ? "mode refused" : "copy not shown",
            metadata: [
                "output": "\(id)", "mode": "\(mode.size.width)x\(mode.size.height)@\(mode.refreshMilliHertz)",
                "reason": "\(reason)",
            ])
        observer?.topologyReported(.modeRefused(id, mode, reason: reason))
    }
}

/// Carries out changes of the screens: lays out, draws and routes input.
protocol ScreenObserver: AnyObject {
    /// Reports that what lies under the fingers is about to change: everything held must end, except what `spared` holds.
    func screensWillChange(sparing spared: HostedApplication?)

    /// Reports what a new plan changes.
    func screensChanged(_ changes: ScreenChanges)

    func topologyReported(_ report: TopologyReport)
}

/// A report about displays, for the service's events.
enum TopologyReport: Hashable {
    case stateChanged(from: TopologyState, to: TopologyState)
    case modeRefused(OutputID, Mode, reason: String)
    /// The display accepted none of its modes, and will be tried again.
    case enablingPostponed(EnableRetry)
}
