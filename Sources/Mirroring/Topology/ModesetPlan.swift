import Geometry

/// How to enable an output in its role.
struct ModesetPlan: Hashable {
    let description: OutputDescription
    let role: OutputRole
    /// The modes to try, in this order; never empty.
    let candidates: [Mode]
    let transform: Transform

    var id: OutputID { description.id }
}

/// Makes the plans for the outputs that should be enabled.
struct ModesetRules: Hashable {
    var panel: PanelConfiguration
    var external: ExternalConfiguration
    /// The use of the displays beside the external: as configured, or chosen since.
    var arrangement: ExternalArrangement
    /// The rules that name the displays' own applications, which stay as they were at the start.
    private let applicationRules: [DisplayRule]
    /// The settings made by hand, which override the configuration.
    var choices = DisplayChoices()

    init(_ configuration: Configuration) {
        panel = configuration.panel
        external = configuration.external
        arrangement = external.arrangement
        applicationRules = configuration.displays
        choices.isRemembering = configuration.external.remembersSettings
        choices.rules = configuration.displays
    }

    /// Whether a rule names an application for a display.
    var haveApplications: Bool { !applicationRules.commands.isEmpty }

    /// The roles of `outputs`; `chosen` is the external that the user has chosen.
    ///
    /// The connectors configured for the panel and the external override the rules for displays. A display that a rule
    /// makes spare is not used at all; one that the user makes spare may still be the panel, so that a machine never
    /// stays dark for that choice. For `withoutRoom` the hardware has no room beside the panel and the external.
    func roles(
        of outputs: [OutputDescription], chosen: OutputID?, withoutRoom: Set<OutputID> = [], previous: RoleAssignment
    ) -> RoleAssignment {
        func first(_ role: OutputRole) -> OutputID? {
            outputs.first { choices.role(of: $0) == role }?.id
        }
        func isNamed(_ output: OutputDescription) -> Bool {
            output.id == chosen || output.id == panel.output || output.id == external.output
        }
        func beside(_ role: OutputRole) -> Set<OutputID> {
            Set(outputs.filter { roleBeside($0) == role }.map(\.id)).subtracting(withoutRoom)
        }
        let spares = outputs.filter { choices.role(of: $0) == .spare }
        let ruledOut = spares.filter { choices.rules.value(\.role, of: $0) == .spare }
        let rules = RoleRules(
            panelOutput: panel.output ?? first(.panel), externalOutput: external.output ?? first(.external),
            chosenExternal: chosen, policy: external.policy,
            copies: beside(.copy).union(beside(.own)), parts: beside(.part), controllers: beside(.controller),
            spares: Set(spares.filter { !ruledOut.contains($0) && $0.id != chosen }.map(\.id)),
            applications: outputs.reduce(into: [:]) { own, output in
                guard roleBeside(output) == .own, !withoutRoom.contains(output.id) else { return }
                own[output.id] = applicationRules.application(of: output)
            })
        return rules.assign(outputs.filter { !ruledOut.contains($0) || isNamed($0) }, previous: previous)
    }

    /// What a display is for unless it is the panel or the external. Without an application, `own` means a copy.
    private func roleBeside(_ output: OutputDescription) -> OutputRole {
        switch choices.role(of: output) {
        case .copy?: .copy
        case .controller?: .controller
        case .own?: .own
        case .spare?: .spare
        case .panel?, .external?, .part?, nil:
            switch arrangement {
            case .copy: .copy
            case .span: .part
            case .each: .own
            case .one: .spare
            }
        }
    }

    /// The plans for the panel, and then for the external and its copies if they are to be used.
    func plans(
        for roles: RoleAssignment, outputs: [OutputDescription], withExternal: Bool
    ) -> [ModesetPlan] {
        let wanted: [OutputRole] = withExternal ? [.panel, .external, .own, .controller, .part, .copy] : [.panel]
        return wanted.flatMap { role in
            outputs.filter { roles.role(of: $0.id) == role }.map { plan($0, as: role) }
        }
    }

    func plan(_ output: OutputDescription, as role: OutputRole) -> ModesetPlan {
        // The configured transform and mode belong to the configured panel, not to a stand-in.
        let isStandIn = panel.output != nil && panel.output != output.id
        let (mode, transform) =
            switch role {
            case .panel, .spare: isStandIn ? (nil, nil) : (panel.mode, panel.transform)
            case .external: (external.mode, external.transform)
            case .own, .copy, .part, .controller: (nil, nil)
            }
        let upright = role == .external || role == .own ? Transform.normal : output.mounting
        return ModesetPlan(
            description: output, role: role,
            candidates: ModeChoice.candidates(
                for: output, request: choices.value(\.mode, of: output, configured: mode)),
            transform: choices.value(\.transform, of: output, configured: transform) ?? upright)
    }
}

extension Configuration {
    /// The roles of these outputs by the configuration alone.
    package func roles(of outputs: [OutputDescription]) -> RoleAssignment {
        ModesetRules(self).roles(of: outputs, chosen: nil, previous: .none)
    }
}

/// An enabled output and the plan by which it was enabled.
struct EnabledEntry: Hashable {
    let plan: ModesetPlan
    let mode: Mode

    var output: EnabledOutput { EnabledOutput(description: plan.description, mode: mode, transform: plan.transform) }

    /// This entry under a newer plan, or nil where the output must be enabled again.
    ///
    /// The output must be enabled again if another display is connected, its mode is no longer offered, another mode
    /// has become the first choice, or its transform changes.
    func kept(for newer: ModesetPlan) -> EnabledEntry? {
        guard newer.description.identity == plan.description.identity, newer.transform == plan.transform,
            newer.candidates.first == plan.candidates.first, newer.candidates.contains(mode)
        else { return nil }
        return EnabledEntry(plan: newer, mode: mode)
    }
}

/// A modeset in progress: the candidate being tried, and the candidates after it.
struct ModesetAttempt: Hashable {
    let plan: ModesetPlan
    let mode: Mode
    /// The shortage that a candidate met and that may pass, for a log line, or nil for none.
    private(set) var shortage: String?
    private let remaining: ArraySlice<Mode>

    /// An attempt with the plan's first candidate.
    init?(_ plan: ModesetPlan) {
        self.init(plan: plan, trying: plan.candidates[...], shortage: nil)
    }

    private init?(plan: ModesetPlan, trying candidates: ArraySlice<Mode>, shortage: String?) {
        guard let mode = candidates.first else { return nil }
        self.plan = plan
        self.mode = mode
        self.shortage = shortage
        remaining = candidates.dropFirst()
    }

    /// This attempt after its candidate met a shortage.
    func lacking(_ reason: String) -> ModesetAttempt {
        var attempt = self
        attempt.shortage = reason
        return attempt
    }

    var id: OutputID { plan.id }
    var action: TopologyAction { .enable(id, mode, plan.transform) }

    /// The attempt with the next candidate, or nil when none is left.
    var next: ModesetAttempt? { ModesetAttempt(plan: plan, trying: remaining, shortage: shortage) }

    /// Whether the attempt still serves this plan.
    func serves(_ other: ModesetPlan) -> Bool { other == plan }
}
