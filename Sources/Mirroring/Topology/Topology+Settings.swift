import Geometry

/// Changes of enabled displays' settings, by hand or by the configuration.
extension Topology {
    /// The settings made by hand for displays.
    package var choices: DisplayChoices { plans.choices }

    /// What the displays beside the external show, unless a rule or the user gives them a role.
    package var arrangement: ExternalArrangement { plans.arrangement }

    /// The arrangement after the present one, of those that make a difference; after the last the first.
    package var nextArrangement: ExternalArrangement {
        let next = arrangement.next
        return next == .each && !plans.haveApplications ? next.next : next
    }

    /// The change that settings require on an output; nothing is changed yet.
    package func change(to settings: DisplaySettings, on id: OutputID) -> DisplayChange {
        guard let entry = enabled[id] else { return .impossible(.notEnabled) }
        let description = entry.plan.description
        if settings.variableRefresh ?? .off != .off, !description.canVaryRefresh {
            return .impossible(.fixedRefresh)
        }
        var mode = entry.mode
        if let request = settings.mode {
            guard let listed = ModeChoice.listed(request, in: description) else { return .impossible(.noSuchMode) }
            mode = listed
        }
        let output = EnabledOutput(
            description: description, mode: mode, transform: settings.transform ?? entry.plan.transform)
        return output == entry.output ? .kept(output) : .modeset(output)
    }

    /// Applies settings to an output after the hardware has accepted them.
    mutating func displaySet(_ output: EnabledOutput, _ settings: DisplaySettings) -> [TopologyAction] {
        guard let entry = enabled[output.id], entry.plan.description == output.description else { return [] }
        if output != entry.output { counters.modesets += 1 }
        plans.choices.set(settings, on: output.description)
        let plan = plans.plan(output.description, as: roles.role(of: output.id))
        enabled[output.id] = EnabledEntry(plan: plan, mode: output.mode)
        if hold?.panel.id == output.id { hold?.panel = output }
        return settle()
    }

    /// Applies another configuration.
    ///
    /// Outputs that stay the same are not enabled again. `mirror on` and `mirror off`, and a chosen arrangement, hold
    /// until the file says something else.
    mutating func configure(
        _ panel: PanelConfiguration, _ external: ExternalConfiguration, _ rules: [DisplayRule]
    ) -> [TopologyAction] {
        if external.isMirroringEnabled != plans.external.isMirroringEnabled {
            isMirroringEnabled = external.isMirroringEnabled
        }
        if external.arrangement != plans.external.arrangement { plans.arrangement = external.arrangement }
        // Settings made by hand hold until the file says something else about displays.
        let choices = plans.choices
        if external.settings != plans.external.settings || panel.settings != plans.panel.settings
            || rules != choices.rules || external.arrangement != plans.external.arrangement
        {
            plans.choices.beginAnew(outputs)
        }
        (plans.panel, plans.external) = (panel, external)
        plans.choices.isRemembering = external.remembersSettings
        plans.choices.rules = rules
        forgetRefusals()
        return settle()
    }
}

/// The change that gives an output other settings.
package enum DisplayChange: Hashable, Sendable {
    /// No change: the output's mode and transform stay.
    case kept(EnabledOutput)
    /// The output must be enabled with this mode and transform.
    case modeset(EnabledOutput)
    case impossible(SettingsObstacle)
}

/// Why an output cannot have settings, regardless of the hardware; the raw value is for a log line.
package enum SettingsObstacle: String, Hashable, Sendable, CaseIterable {
    case notEnabled = "the display is not in use"
    case noSuchMode = "the display lists no such mode"
    case fixedRefresh = "the display cannot vary its refresh"
}

extension PanelConfiguration {
    /// The file's settings for the display.
    var settings: DisplaySettings { DisplaySettings(mode: mode, scale: scale, transform: transform) }
}

extension ExternalConfiguration {
    /// The file's settings for the display, without a scale for fingers, which is not the display's own.
    var settings: DisplaySettings {
        var settings = DisplaySettings(
            mode: mode, transform: transform, variableRefresh: variableRefresh, overscanPercent: overscanPercent)
        if case .fixed(let scale) = scale { settings.scale = scale }
        return settings
    }
}

extension EnabledOutput {
    /// The modes to choose from: the display's modes that can be drawn, in its order, and the current mode.
    ///
    /// Each size and rate is listed once.
    package var offeredModes: [Mode] {
        var seen: Set<ModeRequest> = []
        return (description.modes.filter(\.canBeDrawn) + [mode]).filter { seen.insert(ModeRequest($0)).inserted }
    }
}

extension ModeRequest {
    /// A request for a listed mode.
    package init(_ mode: Mode) {
        self.init(size: mode.size, refreshMilliHertz: mode.refreshMilliHertz)
    }
}
