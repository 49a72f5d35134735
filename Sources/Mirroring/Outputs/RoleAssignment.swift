package import Geometry

/// What a connected output is for.
package enum OutputRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The primary display, in the user's hands.
    case panel
    /// The plugged-in display that carries the content.
    case external
    /// Connected but not used.
    case spare
}

/// The role of each output: there is no external without a panel.
package enum RoleAssignment: Hashable, Sendable {
    /// No connected output can show a picture.
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

/// The rules that give each output its role.
package struct RoleRules: Hashable, Sendable {
    /// The connector to use as the panel whenever it is connected.
    package var panelOutput: OutputID?
    /// The connector to use as the external whenever it is connected and is not the panel.
    package var externalOutput: OutputID?
    /// The external that the user has chosen since the start; overrides `externalOutput`.
    package var chosenExternal: OutputID?
    /// How the external is chosen among the other outputs.
    package var policy = ExternalPolicy.largest

    /// The roles of `outputs`, which are in order of connection, given their previous roles.
    ///
    /// The panel is the configured output, else a built-in one, else the first one seen, which keeps the role as long
    /// as it is connected. The external is the user's choice, else the configured output, else the policy's choice: the
    /// one with the largest mode, where the present external wins a tie, or the one connected first. Outputs that can
    /// show no picture get no role.
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
            case .first, .ask: ids
            case .largest:
                outputs.filter { $0.largestModeArea == outputs.map(\.largestModeArea).max() }.map(\.id)
            }
        if let previous, candidates.contains(previous) { return previous }
        return candidates.first
    }
}

extension OutputDescription {
    /// Whether a display is connected that people look at and that offers a mode that can be drawn.
    package var canShowPictures: Bool {
        isConnected && connector != .writeback && modes.contains(where: \.canBeDrawn)
    }

    /// The size of the largest mode that can be drawn.
    package var largestMode: Size<ScanoutSpace>? {
        modes.filter(\.canBeDrawn).map(\.size).max { $0.area < $1.area }
    }

    /// The pixels of the largest mode that can be drawn.
    var largestModeArea: Int { largestMode?.area ?? 0 }
}

/// Which display becomes the external when several are connected.
package enum ExternalPolicy: String, Hashable, Sendable, CaseIterable {
    /// The one with the highest resolution: a larger one takes over from a smaller.
    case largest
    /// The one that was plugged in first, until it is unplugged.
    case first
    /// The same, and the panel asks whenever another one is plugged in.
    case ask
}

/// The role of a screen, as commands and status name it.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}

/// Where the root content is visible.
package enum ContentPlace: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
    /// On no screen of its own, but in a picture in picture.
    case pip
    /// Nowhere: another application has the panel, and there is no external.
    case background

    package init(_ screen: ScreenName) {
        switch screen {
        case .panel: self = .panel
        case .external: self = .external
        }
    }
}
