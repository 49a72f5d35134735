import Geometry
import Testing

@testable import Mirroring

/// Carries out a topology's actions on pretended displays, and checks the invariants after each one.
struct TopologyRig {
    private(set) var topology: Topology
    var refuses: (OutputID, Mode) -> Bool
    /// What a mode lacks for the moment, if anything.
    var lacks: (OutputID, Mode) -> String? = { _, _ in nil }
    /// Displays that the hardware can light at once.
    var capacity = Int.max

    private var connected: [OutputID: OutputDescription] = [:]
    private var enabled: Set<OutputID> = []
    private var placement = ContentPlacement.parked
    private var copies: [OutputID] = []
    private var announced = TopologyState.noOutput
    private var isPaused = false
    private var isLidClosed = false
    private var modesets = 0
    private(set) var retries: [(due: Int64, retry: EnableRetry)] = []
    /// The times at which holds are over.
    private var holds: [(due: Int64, number: Int)] = []
    private var now: Int64 = 0

    init(
        configuration: Configuration = Configuration(), refuses: @escaping (OutputID, Mode) -> Bool = { _, _ in false }
    ) {
        topology = Topology(configuration: configuration)
        self.refuses = refuses
    }

    /// Feeds an event and all answers that follow from it; returns every action in order.
    @discardableResult
    mutating func feed(_ event: TopologyEvent) -> [TopologyAction] {
        apply(event)
        modesets = 0
        let before = placement
        var performed: [TopologyAction] = []
        var next: TopologyEvent? = event
        while let event = next {
            let actions = topology.handle(event)
            next = perform(actions)
            performed += actions
            guard modesets < 500 else {
                Issue.record("modesets do not end")
                break
            }
        }
        checkSettled()
        checkPassage(from: before, performed)
        return performed
    }

    /// Lets time pass, and has the retries that fall due in it done; returns every action.
    @discardableResult
    mutating func wait(microseconds: Int64) -> [TopologyAction] {
        let end = now + microseconds
        var performed: [TopologyAction] = []
        while true {
            let (retry, hold) = (retries.min { $0.due < $1.due }, holds.min { $0.due < $1.due })
            guard let due = [retry?.due, hold?.due].compactMap(\.self).min(), due <= end else { break }
            now = due
            if let hold, hold.due == due {
                holds.removeAll { $0.number == hold.number }
                performed += feed(.holdOver(number: hold.number))
            } else if let retry = retry?.retry {
                retries.removeAll { $0.retry.number == retry.number }
                performed += feed(.retryDue(retry.output, number: retry.number))
            }
        }
        now = end
        return performed
    }

    /// From one external to another the content does not go through the panel that both were controlled from.
    private func checkPassage(from before: ContentPlacement, _ actions: [TopologyAction]) {
        guard case .onExternal(let old, let panel) = before, case .onExternal(let new, panel) = placement,
            old.id != new.id, connected[panel.id] == panel.description, capacity == .max
        else { return }
        // Another display at the same connector has to be enabled anew first, and may then be refused.
        guard connected[old.id] == nil || connected[old.id] == old.description else { return }
        // So has the same display in another mode.
        let isTriedAnew = actions.contains { action in
            if case .enable(old.id, _, _) = action { true } else { false }
        }
        if isTriedAnew { return }
        let isPassing = actions.contains { action in
            if case .place(.onPanel) = action { true } else { false }
        }
        #expect(!isPassing, "the content went from \(old.id) to \(new.id) through the panel: \(actions)")
    }

    /// What the event means for the pretended displays.
    private mutating func apply(_ event: TopologyEvent) {
        switch event {
        case .outputsChanged(let outputs):
            connected = Dictionary(
                outputs.filter(\.isConnected).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        case .paused:
            isPaused = true
            enabled = []
        case .resumed:
            isPaused = false
        case .modesetFinished, .modesetLacksRoom, .modesetMetShortage, .outputFailed, .holdOver, .retryDue,
            .mirroringSwitched, .externalChosen, .roleChosen, .arranged, .displaySet, .recalled, .displayForgotten,
            .configured:
            break
        case .lidMoved(let isClosed): isLidClosed = isClosed
        }
    }

    /// Performs one list; returns the answer to its `.enable`, if it has one.
    private mutating func perform(_ actions: [TopologyAction]) -> TopologyEvent? {
        var isInputCancelled = false
        for (index, action) in actions.enumerated() {
            switch action {
            case .cancelInput:
                isInputCancelled = true
            case .place(let target):
                #expect(isInputCancelled, "input was not cancelled before a move")
                check(target)
                placement = target
            case .copy(let outputs):
                for output in outputs { #expect(enabled.contains(output.id), "a copy on the dark output \(output.id)") }
                copies = outputs.map(\.id)
            case .disable(let id):
                #expect(!copies.contains(id), "an output with a copy was turned off")
                #expect(!outputs(of: placement).contains(id), "an output with a picture was turned off")
                enabled.remove(id)
            case .announce(let state):
                #expect(state != announced, "nothing new was announced")
                announced = state
            case .hold(let number, let delay):
                #expect(delay > 0 && !holds.contains { $0.number == number })
                holds.append((now + delay, number))
            case .giveUp(let id, _):
                #expect(!topology.awaitsRetry(id))
            case .retry(let retry):
                #expect((500_000...30_000_000).contains(retry.delayMicroseconds), "a retry at once, or never")
                #expect(!retries.contains { $0.retry.number == retry.number }, "a number was used twice")
                #expect(topology.awaitsRetry(retry.output) && connected[retry.output] != nil)
                retries.append((now + retry.delayMicroseconds, retry))
            case .enable(let id, let mode, _):
                #expect(index == actions.count - 1, "a modeset was not the last action")
                return enable(id, mode)
            }
        }
        return nil
    }

    private mutating func enable(_ id: OutputID, _ mode: Mode) -> TopologyEvent {
        modesets += 1
        #expect(!isPaused, "a modeset while paused")
        #expect(connected[id]?.modes.contains(mode) == true, "a modeset of a mode that is not there")
        #expect(!enabled.contains(id), "a modeset on an enabled output")
        if enabled.count >= capacity { return .modesetLacksRoom(id, mode) }
        if let reason = lacks(id, mode) { return .modesetMetShortage(id, mode, reason: reason) }
        let succeeded = !refuses(id, mode)
        if succeeded { enabled.insert(id) }
        return .modesetFinished(id, mode, succeeded: succeeded)
    }

    private func outputs(of placement: ContentPlacement) -> [OutputID] {
        switch placement {
        case .parked: []
        case .onPanel(let output), .held(_, let output): [output.id]
        case .onExternal(let external, let panel): [external.id, panel.id]
        }
    }

    private func check(_ target: ContentPlacement) {
        let ids = outputs(of: target)
        #expect(Set(ids).count == ids.count, "one output is both panel and external")
        #expect(target != placement, "a move to where the content is")
        for id in ids {
            #expect(enabled.contains(id), "content on the dark output \(id)")
            #expect(connected[id] != nil, "content on the unplugged output \(id)")
        }
    }

    /// What must hold when all answers are in.
    private func checkSettled() {
        #expect(topology.placement == placement)
        #expect(topology.state == announced)
        #expect(Set(topology.enabledOutputs.keys) == enabled)
        #expect((placement == .parked) == enabled.isEmpty)
        let own = topology.own.map(\.output)
        #expect(
            Set(outputs(of: placement) + topology.copies.map(\.id) + own.map(\.id)) == enabled,
            "an output is enabled for nothing")
        #expect(Set(topology.own.map(\.application)).count == own.count, "an application is on two outputs")
        for output in own {
            #expect(connected[output.id] == output.description && topology.role(of: output.id) == .own)
            #expect(!topology.copies.contains(output) && !outputs(of: placement).contains(output.id))
        }
        #expect(topology.copies.isEmpty || topology.external != nil, "a copy of nothing")
        for copy in topology.copies {
            #expect(connected[copy.id] == copy.description && topology.role(of: copy.id)?.isBesideExternal == true)
            #expect(topology.parts.contains(copy.id) == (topology.role(of: copy.id) == .part))
            #expect(topology.controllers.contains(copy.id) == (topology.role(of: copy.id) == .controller))
        }
        // What is said to show a copy does, except for what is not asked while an external is waited for.
        if !isPaused, topology.isMirroringEnabled, topology.hold == nil {
            for id in connected.keys where topology.role(of: id)?.yieldsRoom == true {
                #expect(enabled.contains(id), "no copy and no application of its own is on \(id)")
            }
        }
        var used = [placement.contentOutput, placement.panel].compactMap(\.self)
        if case .held(let external, let panel) = placement {
            #expect(connected[external.id] == nil, "nobody is waited for")
            #expect(
                topology.isMirroringEnabled && topology.roles.panel == panel.id
                    && topology.roles.external == external.id)
            used = [panel]
        }
        for output in used {
            #expect(connected[output.id] == output.description)
            #expect(!topology.awaitsRetry(output.id), "an enabled output waits to be enabled")
            #expect(output.description.modes.contains(output.mode))
        }
        if case .onExternal(let external, let panel) = placement {
            #expect(topology.isMirroringEnabled)
            #expect(topology.roles.panel == panel.id && topology.roles.external == external.id)
            #expect(!(isLidClosed && panel.description.connector.isBuiltIn), "a panel is on below the lid")
        }
        checkState()
    }

    private func checkState() {
        switch topology.state {
        case .noOutput: #expect(placement == .parked)
        case .mirroring: #expect(topology.isMirroringEnabled && placement.contentOutput != placement.panel)
        case .panelOnly:
            let only = placement.contentOutput?.id
            #expect(only == topology.roles.panel || isLidClosed && only == topology.roles.external)
        case .disabled: #expect(!topology.isMirroringEnabled && topology.roles.external != nil)
        }
    }
}

/// A machine whose topology is driven with answers to every modeset, by a rule, and which waits for no external unless
/// it says how long.
func rig(
    _ configuration: Configuration? = nil, holding milliseconds: Int64 = 0,
    refusing: @escaping (OutputID, Mode) -> Bool = { _, _ in false }
) -> TopologyRig {
    var configuration = configuration ?? Configuration()
    configuration.external.holdMicroseconds = milliseconds * 1000
    return TopologyRig(configuration: configuration, refuses: refusing)
}

extension EnabledOutput {
    static let panel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
    static let fourK = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)
}

extension TopologyAction {
    var isEnabling: Bool {
        if case .enable = self { true } else { false }
    }
}
