/// Which output has which role: there is no external without a panel.
package enum RoleAssignment: Hashable, Sendable {
    /// Nothing is connected that could show a picture.
    case none
    case panelOnly(OutputID)
    case pair(panel: OutputID, external: OutputID)

    package var panel: OutputID? {
        switch self {
        case .none: nil
        case .panelOnly(let panel), .pair(let panel, _): panel
        }
    }

    package var external: OutputID? {
        if case .pair(_, let external) = self { external } else { nil }
    }

    /// The role of a connected output.
    package func role(of id: OutputID) -> OutputRole {
        switch id {
        case panel: .panel
        case external: .external
        default: .spare
        }
    }
}

/// Gives each output its role.
package struct RoleRules: Hashable, Sendable {
    /// The connector to use as the panel wherever it is connected.
    package var panelOutput: OutputID?
    /// The connector to use as the external wherever it is connected and not the panel.
    package var externalOutput: OutputID?
    /// The same, as the user has asked for since the start; goes before `externalOutput`.
    package var chosenExternal: OutputID?
    /// Which of the others becomes the external.
    package var policy: ExternalPolicy

    package init(
        panelOutput: OutputID? = nil, externalOutput: OutputID? = nil, chosenExternal: OutputID? = nil,
        policy: ExternalPolicy = .largest
    ) {
        self.panelOutput = panelOutput
        self.externalOutput = externalOutput
        self.chosenExternal = chosenExternal
        self.policy = policy
    }

    /// The roles of `outputs`, the first connected first, given those they had before.
    ///
    /// The panel is the configured output, else a built-in one, else the first seen, which it stays as long as
    /// it is connected. The external is the chosen output, else the configured one, else what the policy says: the one
    /// with the largest mode, where between equals the present external stays, or the first that was connected.
    /// Outputs that can show no picture get no role.
    package func assign(_ outputs: [OutputDescription], previous: RoleAssignment = .none) -> RoleAssignment {
        let usable = outputs.filter(\.canShowPictures)
        guard let panel = panel(among: usable, previous: previous.panel) else { return .none }
        let others = usable.filter { $0.id != panel }
        guard let external = external(among: others, previous: previous.external) else { return .panelOnly(panel) }
        return .pair(panel: panel, external: external)
    }

    private func panel(among outputs: [OutputDescription], previous: OutputID?) -> OutputID? {
        let ids = outputs.map(\.id)
        if let panelOutput, ids.contains(panelOutput) { return panelOutput }
        let builtIn = outputs.filter(\.connector.isBuiltIn).map(\.id)
        let choices = builtIn.isEmpty ? ids : builtIn
        if let previous, choices.contains(previous) { return previous }
        return choices.first
    }

    private func external(among outputs: [OutputDescription], previous: OutputID?) -> OutputID? {
        let ids = outputs.map(\.id)
        let wishes = [chosenExternal, externalOutput].compactMap(\.self)
        if let wish = wishes.first(where: ids.contains) { return wish }
        let candidates =
            switch policy {
            case .first: ids
            case .largest:
                outputs.filter { $0.largestModeArea == outputs.map(\.largestModeArea).max() }.map(\.id)
            }
        if let previous, candidates.contains(previous) { return previous }
        return candidates.first
    }
}

extension OutputDescription {
    /// A display is there, it is one that people look at, and it offers a mode that can be drawn.
    package var canShowPictures: Bool {
        isConnected && connector != .writeback && modes.contains(where: \.canBeDrawn)
    }

    /// The pixels of the largest mode that can be drawn.
    var largestModeArea: Int { modes.filter(\.canBeDrawn).map(\.size.area).max() ?? 0 }
}
