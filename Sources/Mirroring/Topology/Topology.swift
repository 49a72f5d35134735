import Geometry

/// Decides which outputs are enabled and where the content is: a state machine that takes events and returns actions.
///
///             plug: panel enabled            external enabled
///     noOutput ------------------> panelOnly ------------------> mirroring
///        ^  <------ last one gone ---  |  <---- external gone ------  |
///        |                             | switched off (external connected)
///        +--------- paused ------- disabled <----- switched off ------+
///
/// While the lid is closed over a built-in panel and an external is enabled, the panel is off, and the external serves alone.
///
/// An external that drops out is waited for (`ExternalHold`): the content stays as it is, in memory, and nothing is
/// disturbed where the same display comes back in time.
///
/// When another display is to become the external, the present one keeps its role until the other's modeset has
/// succeeded, even if it has just been unplugged: the content moves from external to external.
///
/// Invariants, after the actions of each event:
/// - The content is on exactly one enabled, connected output, and parked if and only if none is enabled; while the next
///   external is being enabled it may be on one that has just been unplugged.
/// - A copy is enabled only beside an external, or one that is waited for; where the hardware has no room, copies go first.
/// - The content moves to an output only after its modeset has succeeded, and leaves it before it is disabled.
/// - The content does not move from one external to another through the panel, unless the hardware has no room for
///   both.
/// - `.cancelInput` comes before every `.place`.
///
/// An action list holds at most one `.enable`, at its end, so the executor may answer it with
/// `.modesetFinished` right away, from inside its loop over the actions; nothing of the list is left by then.
/// An answer that nobody waits for any more is ignored. Refused modes are followed by the next candidate until
/// none is left; then the output counts as unconnected until its description changes, but for three retries. Where one
/// of them only met a shortage, which may pass, retries go on: after half a second at first, then ever later, at most
/// half a minute. An output that fails after its modeset has succeeded is tried again three times, too.
package struct Topology {
    /// All connectors as last reported.
    package private(set) var outputs: [OutputDescription] = []
    package private(set) var roles: RoleAssignment = .none
    package private(set) var placement: ContentPlacement = .parked
    package private(set) var state: TopologyState = .noOutput
    package internal(set) var counters = TopologyCounters()
    /// Whether the external may be used.
    package internal(set) var isMirroringEnabled: Bool
    /// The external that the user has chosen; nil for the policy's choice.
    package private(set) var chosenExternal: OutputID?

    var plans: ModesetRules
    private var isPaused = false
    private var isLidClosed = false
    var enabled: [OutputID: EnabledEntry] = [:]
    private var attempt: ModesetAttempt?
    var refused = RefusedDisplays()
    /// Connected outputs, the first connected first.
    private var arrivals: [OutputID] = []
    /// An output that cannot be enabled beside the external that it is to replace.
    private var crowdedOut: OutputID?
    /// Copies for which the hardware has no room beside the outputs that matter more.
    private var copiesWithoutRoom: Set<OutputID> = []
    /// The outputs that show a copy of the one that the content is on, by name.
    package private(set) var copies: [EnabledOutput] = []
    var hold: ExternalHold?
    private var lastHold = 0

    package init(configuration: Configuration = Configuration()) {
        plans = ModesetRules(configuration)
        isMirroringEnabled = configuration.external.isMirroringEnabled
    }

    /// The outputs that are enabled now.
    package var enabledOutputs: [OutputID: EnabledOutput] { enabled.mapValues(\.output) }

    /// A display that could not be enabled for the moment will be tried again by itself.
    package func awaitsRetry(_ id: OutputID) -> Bool { refused.awaitsRetry(id) }

    /// A display could not be enabled for want of something that may be there later, memory for one.
    package func metShortage(_ id: OutputID) -> Bool { refused.isShortage(id) }

    /// Times that a display has been tried with all its modes, and has taken none.
    package func vainTries(of id: OutputID) -> Int { refused.tries(of: id) }

    /// The role of an output, or nil for one that no display is connected to.
    package func role(of id: OutputID) -> OutputRole? {
        outputs.contains { $0.id == id && $0.isConnected } ? roles.role(of: id) : nil
    }

    /// The display that is to carry the content, be it that it is disabled for the moment; nil for none.
    package var external: OutputID? { isMirroringEnabled ? roles.external : nil }

    /// Takes one event; returns the actions to perform.
    package mutating func handle(_ event: TopologyEvent) -> [TopologyAction] {
        switch event {
        case .outputsChanged(let outputs):
            adopt(outputs)
            copiesWithoutRoom = []
            let waiting = beginHold()
            forgetArrivals()
            return [waiting].compactMap(\.self) + settle()
        case .holdOver(let number):
            guard hold?.number == number, attempt?.id != hold?.output.id else { return [] }
            hold?.isOver = true
            return settle()
        case .modesetFinished(let id, let mode, let succeeded):
            guard let attempt, attempt.id == id, attempt.mode == mode else { return [] }
            return succeeded ? modesetSucceeded(attempt) : modesetRefused(attempt)
        case .modesetLacksRoom(let id, let mode):
            guard let attempt, attempt.id == id, attempt.mode == mode else { return [] }
            return modesetLacksRoom(attempt)
        case .modesetMetShortage(let id, let mode, let reason):
            guard let attempt, attempt.id == id, attempt.mode == mode else { return [] }
            return modesetRefused(attempt.lacking(reason))
        case .outputFailed(let id, let reason):
            return outputFailed(id, reason)
        case .retryDue(let id, let number):
            return refused.retryIsDue(id, number: number) ? settle() : []
        case .externalChosen(let id):
            chosenExternal = id
            if let id { refused.forget(id) }
            return settle()
        case .mirroringSwitched(let isEnabled):
            isMirroringEnabled = isEnabled
            forgetRefusals()
            return settle()
        case .lidMoved(let isClosed):
            isLidClosed = isClosed
            return settle()
        case .displaySet(let output, let settings):
            return displaySet(output, settings)
        case .recalled(let memory):
            plans.choices.recall(memory)
            return settle()
        case .displayForgotten(let id):
            plans.choices.forget(id, among: outputs)
            return settle()
        case .configured(let panel, let external, let rules):
            return configure(panel, external, rules)
        case .paused:
            return pause()
        case .resumed:
            isPaused = false
            forgetRefusals()
            return settle()
        }
    }
}

// MARK: - Events

extension Topology {
    private mutating func adopt(_ described: [OutputDescription]) {
        var seen: Set<OutputID> = []
        let new = described.filter { seen.insert($0.id).inserted }
        let before = Set(outputs.filter(\.isConnected).map(\.id))
        let now = Set(new.filter(\.isConnected).map(\.id))
        counters.plugs += now.subtracting(before).count
        counters.unplugs += before.subtracting(now).count
        outputs = new
        arrivals += new.filter { $0.isConnected && !arrivals.contains($0.id) }.map(\.id)
        refused.keep(new)
        plans.choices.add(new)
    }

    /// Forgets when those were plugged in that are so no more, and what was set for them; one that is waited for keeps
    /// both.
    private mutating func forgetArrivals() {
        arrivals.removeAll { id in
            hold?.output.id != id && !outputs.contains { $0.id == id && $0.isConnected }
        }
        plans.choices.keep { id in
            hold?.output.id == id || outputs.contains { $0.id == id && $0.isConnected }
        }
    }

    /// Has what was refused tried again.
    mutating func forgetRefusals() {
        refused.forgetAll()
        copiesWithoutRoom = []
    }

    /// Waits for an external that has just dropped out.
    private mutating func beginHold() -> TopologyAction? {
        guard hold == nil, plans.external.holdMicroseconds > 0, case .onExternal(let external, let panel) = placement,
            outputs.contains(panel.description)
        else { return nil }
        let hold = ExternalHold(output: external, panel: panel, number: lastHold + 1)
        guard hold.isAway(from: outputs) else { return nil }
        lastHold = hold.number
        self.hold = hold
        return .hold(number: hold.number, microseconds: plans.external.holdMicroseconds)
    }

    /// Ends a hold that nothing comes of any more: the external or another one is on, or none can be.
    private mutating func endHold(unless wanted: [ModesetPlan]) {
        guard var hold else { return }
        let id = hold.output.id
        let isAway = hold.isAway(from: outputs)
        let next = wanted.first { $0.role == .external }?.id
        // Who has another display does not wait for one that may never come back.
        if let next, next != id { hold.isOver = true }
        let isNextAwaited = next.map { enabled[$0] == nil } ?? false
        let isReturning = hold.isBack(among: outputs) && next == id && isNextAwaited
        let isPanelThere = wanted.first?.id == hold.panel.id && enabled[hold.panel.id]?.output == hold.panel
        if isPanelThere, isReturning || isAway && (hold.isOver ? isNextAwaited : isMirroringEnabled) {
            self.hold = hold
            return
        }
        self.hold = nil
        forgetArrivals()
    }

    private mutating func modesetSucceeded(_ attempt: ModesetAttempt) -> [TopologyAction] {
        counters.modesets += 1
        self.attempt = nil
        crowdedOut = nil
        refused.enabled(attempt.id)
        enabled[attempt.id] = EnabledEntry(plan: attempt.plan, mode: attempt.mode)
        return settle()
    }

    private mutating func modesetRefused(_ attempt: ModesetAttempt) -> [TopologyAction] {
        counters.modeRefusals += 1
        if let next = attempt.next {
            self.attempt = next
            return [next.action]
        }
        self.attempt = nil
        crowdedOut = nil
        let retry = refused.add(attempt).map(TopologyAction.retry)
        return [retry].compactMap(\.self) + settle()
    }

    /// Disables an output that had been enabled and then failed; it may be tried again a few times.
    private mutating func outputFailed(_ id: OutputID, _ reason: String) -> [TopologyAction] {
        guard let entry = enabled[id] else { return [] }
        let retry = refused.addFailed(entry.plan.description, reason).map(TopologyAction.retry)
        return [retry ?? .giveUp(id, reason: reason)] + settle()
    }

    /// Disables the copies if the panel or the external needs the room, then the present external if the one that is to replace
    /// it does.
    private mutating func modesetLacksRoom(_ attempt: ModesetAttempt) -> [TopologyAction] {
        if attempt.plan.role == .copy, attempt.next != nil { return modesetRefused(attempt) }
        let copies =
            attempt.plan.role == .copy ? [attempt.id] : enabled.values.filter { $0.plan.role == .copy }.map(\.plan.id)
        if !copies.isEmpty {
            counters.modeRefusals += 1
            self.attempt = nil
            copiesWithoutRoom.formUnion(copies)
            return settle()
        }
        guard roles.external != attempt.id, roles.panel != attempt.id else { return modesetRefused(attempt) }
        counters.modeRefusals += 1
        self.attempt = nil
        crowdedOut = attempt.id
        return settle()
    }

    /// Pauses: all outputs count as disabled, and none may be touched.
    private mutating func pause() -> [TopologyAction] {
        isPaused = true
        enabled = [:]
        attempt = nil
        return settle()
    }
}

// MARK: - Settling

extension Topology {
    /// Brings outputs, placement and state in line with what is known now.
    mutating func settle() -> [TopologyAction] {
        let usable = arrivals.compactMap { id in
            outputs.first { $0.id == id && $0.isConnected && !refused.bars(id) }
        }
        var wish = plans.roles(of: usable, chosen: chosenExternal, previous: roles)
        var wanted = wanted(as: wish, usable)
        endHold(unless: wanted)
        if let hold, !hold.isOver, hold.isAway(from: outputs) {
            // Nobody else gets its role.
            wish = roles
            wanted = self.wanted(as: roles, usable)
        } else if isCovered(wish.panel), let external = wanted.first(where: { $0.role == .external }) {
            // The panel stays until there is something to look at.
            if enabled[external.id] != nil || wish.panel.flatMap({ enabled[$0] }) == nil {
                wanted.removeAll { $0.role == .panel }
            }
        }
        let held = externalHeld(until: wish, wanted)
        if held == nil { roles = wish }
        let dropped = drop(except: wanted, holding: held)
        return move() + dropped.map(TopologyAction.disable) + announce() + enable(wanted)
    }

    /// The outputs to enable for these roles, the most important first.
    private func wanted(as roles: RoleAssignment, _ outputs: [OutputDescription]) -> [ModesetPlan] {
        guard !isPaused else { return [] }
        return plans.plans(for: roles, outputs: outputs, withExternal: isMirroringEnabled).filter {
            $0.role != .copy || !copiesWithoutRoom.contains($0.id)
        }
    }

    /// Whether the closed lid covers an output.
    private func isCovered(_ id: OutputID?) -> Bool {
        isLidClosed && outputs.contains { $0.id == id && $0.connector.isBuiltIn }
    }

    /// The external that keeps its role, and the content, until that of `wish` is enabled; nil if nothing is awaited.
    private func externalHeld(until wish: RoleAssignment, _ wanted: [ModesetPlan]) -> OutputID? {
        guard let panel = roles.panel, panel == wish.panel, let present = roles.external, let next = wish.external,
            next != present, let entry = enabled[present], crowdedOut != next,
            let nextPlan = wanted.first(where: { $0.id == next }), enabled[next]?.kept(for: nextPlan) == nil,
            let plan = wanted.first(where: { $0.id == panel }), let kept = enabled[panel]?.kept(for: plan)
        else { return nil }
        // While the content is on an unplugged display, a change of the panel could not be shown.
        return kept == enabled[panel] || outputs.contains(entry.plan.description) ? present : nil
    }

    /// Forgets enabled outputs, and an attempt, that `wanted` no longer includes; returns the outputs to disable.
    private mutating func drop(except wanted: [ModesetPlan], holding held: OutputID?) -> [OutputID] {
        var dropped: [OutputID] = []
        for (id, entry) in enabled.sorted(by: { $0.key.name < $1.key.name }) where id != held {
            if let plan = wanted.first(where: { $0.id == id }), let kept = entry.kept(for: plan) {
                enabled[id] = kept
            } else {
                enabled[id] = nil
                dropped.append(id)
            }
        }
        if let attempt, !wanted.contains(where: attempt.serves) {
            self.attempt = nil
            dropped.append(attempt.id)
        }
        // Copies alone have nothing to show.
        if enabled.values.allSatisfy({ $0.plan.role == .copy }) {
            dropped += enabled.keys.sorted { $0.name < $1.name }
            enabled = [:]
        }
        return dropped
    }

    private mutating func move() -> [TopologyAction] {
        let target = target()
        let beside = copies(of: target)
        var actions: [TopologyAction] = []
        if target != placement { actions = [.cancelInput, .place(target)] }
        if beside != copies { actions.append(.copy(beside)) }
        // An external that drops out and comes back moves nothing.
        if (target.contentOutput, target.panel) != (placement.contentOutput, placement.panel) {
            counters.placements += 1
        }
        (placement, copies) = (target, beside)
        return actions
    }

    /// The enabled outputs beside those of a placement, by name.
    private func copies(of target: ContentPlacement) -> [EnabledOutput] {
        enabled.values.map(\.output)
            .filter { $0.id != target.contentOutput?.id && $0.id != target.panel?.id }
            .sorted { $0.id.name < $1.id.name }
    }

    /// Where the content belongs, given the enabled outputs; until the panel is enabled the external serves alone.
    private func target() -> ContentPlacement {
        let panel = roles.panel.flatMap { enabled[$0]?.output }
        let external = roles.external.flatMap { enabled[$0]?.output }
        if let hold, let panel, external == nil { return .held(hold.output, controlledFrom: panel) }
        return switch (panel, external) {
        case (let panel?, let external?): .onExternal(external, controlledFrom: panel)
        case (let only?, nil), (nil, let only?): .onPanel(only)
        case (nil, nil): .parked
        }
    }

    private mutating func announce() -> [TopologyAction] {
        let now: TopologyState =
            switch placement {
            case .parked: .noOutput
            case .onPanel: roles.external != nil && !isMirroringEnabled ? .disabled : .panelOnly
            case .onExternal, .held: .mirroring
            }
        guard now != state else { return [] }
        state = now
        return [.announce(now)]
    }

    /// Starts enabling the first wanted output that is disabled.
    private mutating func enable(_ wanted: [ModesetPlan]) -> [TopologyAction] {
        guard attempt == nil, let plan = wanted.first(where: { enabled[$0.id] == nil }) else { return [] }
        guard let first = ModesetAttempt(plan) else { return [] }
        attempt = first
        return [first.action]
    }
}
