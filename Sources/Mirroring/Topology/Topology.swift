import Geometry

/// Decides which outputs are enabled and where the content is.
///
/// The topology is a state machine that takes events and returns actions.
///
///             plug: panel enabled            external enabled
///     noOutput ------------------> panelOnly ------------------> mirroring
///        ^  <------ last one gone ---  |  <---- external gone ------  |
///        |                             | switched off (external connected)
///        +--------- paused ------- disabled <----- switched off ------+
///
/// While the lid is closed over a built-in panel and an external is enabled, the panel is off and the external serves
/// alone.
///
/// A disconnected external is waited for (`ExternalHold`). The content stays unchanged in memory, and nothing is
/// disturbed where the same display returns in time.
///
/// When another display is to become the external, the present external keeps its role until the other display's
/// modeset has succeeded, even if the present external has just been unplugged. The content then moves from external to
/// external.
///
/// Invariants, after the actions of each event:
/// - The content is on exactly one enabled, connected output, held in memory for a disconnected external, or parked.
///   The content is parked if and only if no output is enabled. While the next external is being enabled, the content
///   may be on an external that has just been unplugged.
/// - A copy is enabled only beside an external or during a hold, and an output with an application of its own only
///   beside the panel or an external. Where the hardware has no room, copies go first.
/// - The content moves to an output only after the output's modeset has succeeded, and leaves an output before it is
///   disabled.
/// - The content does not move from one external to another through the panel, unless the hardware has no room for
///   both.
/// - `.cancelInput` comes before every `.place`.
///
/// An action list holds at most one `.enable`, at its end. The executor may therefore answer it with `.modesetFinished`
/// right away, from inside its loop over the actions. An answer that nobody waits for is ignored.
///
/// A refused mode is followed by the next candidate until none is left. The output then counts as unconnected until its
/// description changes, except for three retries. Where a candidate only met a shortage, which may pass, retries go on:
/// the first after half a second, each later one after a longer delay of at most half a minute. An output that fails
/// after its modeset has succeeded is also tried again three times.
package struct Topology {
    /// All connectors as last reported.
    package private(set) var outputs: [OutputDescription] = []
    package private(set) var roles: RoleAssignment = .none
    package private(set) var placement: ContentPlacement = .parked
    package private(set) var state: TopologyState = .noOutput
    package internal(set) var counters = TopologyCounters()
    /// Whether the external may be used.
    package internal(set) var isMirroringEnabled: Bool
    /// The external that the user has chosen, or nil for the policy's choice.
    package private(set) var chosenExternal: OutputID?

    var plans: ModesetRules
    private var isPaused = false
    private var isLidClosed = false
    var enabled: [OutputID: EnabledEntry] = [:]
    private var attempt: ModesetAttempt?
    var refused = RefusedDisplays()
    /// The connected outputs in the order of their connection.
    private var arrivals: [OutputID] = []
    /// An output that cannot be enabled beside the external that it should replace.
    private var crowdedOut: OutputID?
    /// The copies for which the hardware has no room beside more important outputs.
    private var copiesWithoutRoom: Set<OutputID> = []
    /// The outputs that show the content beside its own output, as copies, parts or controllers, by name.
    package private(set) var copies: [EnabledOutput] = []
    /// The outputs among them that show a part of the content.
    package private(set) var parts: Set<OutputID> = []
    /// The outputs among them that are controllers.
    package private(set) var controllers: Set<OutputID> = []
    /// The outputs that show applications of their own, by name.
    package private(set) var own: [OwnOutput] = []
    var hold: ExternalHold?
    private var lastHold = 0

    package init(configuration: Configuration = Configuration()) {
        plans = ModesetRules(configuration)
        isMirroringEnabled = configuration.external.isMirroringEnabled
    }

    /// The outputs that are enabled now.
    package var enabledOutputs: [OutputID: EnabledOutput] { enabled.mapValues(\.output) }

    /// Whether a display that could not be enabled will be tried again automatically.
    package func awaitsRetry(_ id: OutputID) -> Bool { refused.awaitsRetry(id) }

    /// Whether a display could not be enabled because of a shortage that may pass, such as of memory.
    package func metShortage(_ id: OutputID) -> Bool { refused.isShortage(id) }

    /// How often a display has been tried with all its modes in vain.
    package func vainTries(of id: OutputID) -> Int { refused.tries(of: id) }

    /// Whether the hardware has no room for a copy on this output.
    package func lacksRoom(_ id: OutputID) -> Bool { copiesWithoutRoom.contains(id) }

    /// The modeset in progress on an output that is to show a copy: whether no mode is left after this one. Nil for
    /// any other output.
    package func isLastTryOfCopy(_ id: OutputID) -> Bool? {
        attempt.flatMap { $0.id == id && $0.plan.role.isBesideExternal ? $0.next == nil : nil }
    }

    /// The role of an output, or nil for an output without a connected display.
    package func role(of id: OutputID) -> OutputRole? {
        outputs.contains { $0.id == id && $0.isConnected } ? roles.role(of: id) : nil
    }

    /// The display that should carry the content, even while it is disabled; nil for none.
    package var external: OutputID? { isMirroringEnabled ? roles.external : nil }

    /// Takes one event and returns the actions to perform.
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
        case .roleChosen(let id, let role):
            return chooseRole(id, role)
        case .arranged(let arrangement):
            plans.arrangement = arrangement
            forgetRefusals()
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

    /// Forgets the arrival and the settings of displays that are no longer plugged in, except for a held external.
    private mutating func forgetArrivals() {
        arrivals.removeAll { id in
            hold?.output.id != id && !outputs.contains { $0.id == id && $0.isConnected }
        }
        plans.choices.keep { id in
            hold?.output.id == id || outputs.contains { $0.id == id && $0.isConnected }
        }
    }

    /// Lets displays that were refused be tried again.
    mutating func forgetRefusals() {
        refused.forgetAll()
        copiesWithoutRoom = []
    }

    /// Takes the role that the user has chosen for a display while it is neither the panel nor the external.
    private mutating func chooseRole(_ id: OutputID, _ role: OutputRole) -> [TopologyAction] {
        guard let output = outputs.first(where: { $0.id == id && $0.isConnected }) else { return [] }
        if chosenExternal == id { chosenExternal = nil }
        plans.choices.set(DisplaySettings(role: role), on: output)
        refused.forget(id)
        copiesWithoutRoom = []
        return settle()
    }

    /// Starts to wait for an external that has just disconnected.
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

    /// Ends a hold that is of no more use: the external or another one is enabled, or none can be.
    private mutating func endHold(unless wanted: [ModesetPlan]) {
        guard var hold else { return }
        let id = hold.output.id
        let isAway = hold.isAway(from: outputs)
        let next = wanted.first { $0.role == .external }?.id
        // A user with another display does not wait for a display that may never come back.
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

    /// Disables an output that was enabled and then failed; the output may be tried again a few times.
    private mutating func outputFailed(_ id: OutputID, _ reason: String) -> [TopologyAction] {
        guard let entry = enabled[id] else { return [] }
        let retry = refused.addFailed(entry.plan.description, reason).map(TopologyAction.retry)
        return [retry ?? .giveUp(id, reason: reason)] + settle()
    }

    /// Makes room for an output.
    ///
    /// A copy without room is left out. If the panel or an external lacks room, the enabled copies are disabled first,
    /// and then the present external for the display that should replace it.
    private mutating func modesetLacksRoom(_ attempt: ModesetAttempt) -> [TopologyAction] {
        if attempt.plan.role.yieldsRoom, attempt.next != nil { return modesetRefused(attempt) }
        let copies =
            attempt.plan.role.yieldsRoom
            ? [attempt.id] : enabled.values.filter { $0.plan.role.yieldsRoom }.map(\.plan.id)
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

    /// Pauses: all outputs count as disabled, and no output may be touched.
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
        var wish = plans.roles(
            of: usable, chosen: chosenExternal, withoutRoom: copiesWithoutRoom, previous: roles)
        var wanted = wanted(as: wish, usable)
        endHold(unless: wanted)
        if let hold, !hold.isOver, hold.isAway(from: outputs) {
            // No other output gets the external's role.
            wish = roles
            wanted = self.wanted(as: roles, usable)
        } else if isCovered(wish.panel), let external = wanted.first(where: { $0.role == .external }) {
            // The panel stays on until there is something to look at.
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
            !$0.role.yieldsRoom || !copiesWithoutRoom.contains($0.id)
        }
    }

    /// Whether the closed lid covers an output.
    private func isCovered(_ id: OutputID?) -> Bool {
        isLidClosed && outputs.contains { $0.id == id && $0.connector.isBuiltIn }
    }

    /// The external that keeps its role and the content until the external of `wish` is enabled, or nil for none.
    private func externalHeld(until wish: RoleAssignment, _ wanted: [ModesetPlan]) -> OutputID? {
        guard let panel = roles.panel, panel == wish.panel, let present = roles.external, let next = wish.external,
            next != present, let entry = enabled[present], crowdedOut != next,
            let nextPlan = wanted.first(where: { $0.id == next }), enabled[next]?.kept(for: nextPlan) == nil,
            let plan = wanted.first(where: { $0.id == panel }), let kept = enabled[panel]?.kept(for: plan)
        else { return nil }
        // While the content is on an unplugged display, a change of the panel could not be shown.
        return kept == enabled[panel] || outputs.contains(entry.plan.description) ? present : nil
    }

    /// Forgets enabled outputs and an attempt that `wanted` no longer includes; returns the outputs to disable.
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
        // Copies without other outputs have nothing to show.
        if enabled.values.allSatisfy({ $0.plan.role.yieldsRoom }) {
            dropped += enabled.keys.sorted { $0.name < $1.name }
            enabled = [:]
        }
        return dropped
    }

    private mutating func move() -> [TopologyAction] {
        let target = target()
        let others = others(than: target)
        let beside = others.filter { roles.applications[$0.id] == nil }
        let own = others.compactMap { output in
            roles.applications[output.id].map { OwnOutput(output: output, application: $0) }
        }
        func those(as role: OutputRole) -> Set<OutputID> {
            Set(beside.map(\.id).filter { roles.role(of: $0) == role })
        }
        let (sharing, controlling) = (those(as: .part), those(as: .controller))
        var actions: [TopologyAction] = []
        if target != placement { actions = [.cancelInput, .place(target)] }
        if (beside, sharing, controlling, own) != (copies, parts, controllers, self.own) {
            actions.append(.copy(beside))
        }
        // An external that disconnects and comes back moves nothing.
        if (target.contentOutput, target.panel) != (placement.contentOutput, placement.panel) {
            counters.placements += 1
        }
        (placement, copies, parts, controllers, self.own) = (target, beside, sharing, controlling, own)
        return actions
    }

    /// The enabled outputs beside the outputs of a placement, by name.
    private func others(than target: ContentPlacement) -> [EnabledOutput] {
        enabled.values.map(\.output)
            .filter { $0.id != target.contentOutput?.id && $0.id != target.panel?.id }
            .sorted { $0.id.name < $1.id.name }
    }

    /// Where the content belongs, given the enabled outputs; until the panel is enabled, the external serves alone.
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
