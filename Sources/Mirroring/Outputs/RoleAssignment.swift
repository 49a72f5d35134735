package import Geometry

/// What a connected output is for.
package enum OutputRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The primary display, in the user's hands.
    case panel
    /// The plugged-in display that carries the content.
    case external
    /// Shows the external's picture at the output's own best mode, as large as it fits, while there is an external.
    case copy
    /// Shows a part of content that is spread over a row of displays, while there is an external.
    case part
    /// A second panel: shows the external as the panel's controller does, and takes input for it, while there is an
    /// external.
    case controller
    /// Shows an application of its own, whether or not there is an external.
    case own
    /// Connected but not used.
    case spare

    /// Whether the output shows the content beside the external, and only while there is one.
    package var isBesideExternal: Bool { self == .copy || self == .part || self == .controller }

    /// Whether the output makes room for the panel and the external where the hardware cannot enable all of them.
    var yieldsRoom: Bool { isBesideExternal || self == .own }
}

/// The role of each connected output that has one; all other outputs are spare.
///
/// Invariants: at most one panel and one external; neither an external nor an output of its own without a panel, and
/// neither copy, part nor controller without an external; each output of its own has another application.
package struct RoleAssignment: Hashable, Sendable {
    private var roles: [OutputID: OutputRole] = [:]
    /// The applications of the outputs that show one of their own.
    package private(set) var applications: [OutputID: Int] = [:]
    package let panel: OutputID?
    package let external: OutputID?

    /// The roles of a panel, an external, its copies, the parts of its row, further controllers and outputs with
    /// applications of their own.
    ///
    /// An external without a panel gets no role, and without an external only the panel and outputs of their own do.
    package init(
        panel: OutputID? = nil, external: OutputID? = nil, copies: [OutputID] = [], parts: [OutputID] = [],
        controllers: [OutputID] = [], own: [OutputID: Int] = [:]
    ) {
        self.panel = panel
        self.external = panel.flatMap { panel in external == panel ? nil : external }
        if self.external != nil {
            for id in copies { roles[id] = .copy }
            for id in parts { roles[id] = .part }
            for id in controllers { roles[id] = .controller }
        }
        applications = panel == nil ? [:] : own.filter { $0.key != panel && $0.key != self.external }
        for id in applications.keys { roles[id] = .own }
        if let external = self.external { roles[external] = .external }
        if let panel { roles[panel] = .panel }
    }

    /// The assignment when no connected output can show a picture.
    package static let none = RoleAssignment()

    /// The outputs that show the content to viewers, and not in the user's hands.
    package var forViewers: Set<OutputID> { Set(roles.filter { [.external, .copy, .part].contains($0.value) }.keys) }

    /// The role of a connected output.
    package func role(of id: OutputID) -> OutputRole { roles[id] ?? .spare }
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
    /// The outputs that show a copy of the external's picture unless they are the external.
    package var copies: Set<OutputID> = []
    /// The outputs that show a part of spread content unless they are the external.
    package var parts: Set<OutputID> = []
    /// The outputs that show a controller.
    ///
    /// Such an output is the external only if it is named or chosen, and the panel only where no other output is one.
    package var controllers: Set<OutputID> = []
    /// The outputs that are used only if they are the panel.
    package var spares: Set<OutputID> = []
    /// The outputs that may show an application of their own, and which.
    ///
    /// Of several outputs with one application, the one connected first shows it. Such an output is the external only if
    /// it is named or chosen.
    package var applications: [OutputID: Int] = [:]

    /// The roles of `outputs`, in order of connection, given their previous roles.
    ///
    /// The panel is the configured output, else a built-in output, else the first output seen, which keeps the role
    /// while it is connected. The external is the user's choice, else the configured output, else the policy's choice.
    /// The policy chooses the output with the largest mode, where the present external wins a tie, or the output
    /// connected first. Outputs that can show no picture get no role.
    package func assign(_ outputs: [OutputDescription], previous: RoleAssignment = .none) -> RoleAssignment {
        let usable = outputs.filter(\.canShowPictures)
        guard let panel = panel(among: usable, previous: previous.panel) else { return .none }
        let others = usable.filter { $0.id != panel && !spares.contains($0.id) }
        let wish = wish(among: others.map(\.id))
        var shown: Set<Int> = []
        let own = others.reduce(into: [OutputID: Int]()) { own, output in
            guard output.id != wish, let application = applications[output.id], shown.insert(application).inserted
            else {
                return
            }
            own[output.id] = application
        }
        let candidates = others.filter {
            own[$0.id] == nil
                && (!controllers.contains($0.id) || [externalOutput, chosenExternal].contains($0.id))
        }
        let external = external(among: candidates, previous: previous.external)
        let rest = others.map(\.id).filter { $0 != external }
        return RoleAssignment(
            panel: panel, external: external, copies: rest.filter(copies.contains), parts: rest.filter(parts.contains),
            controllers: rest.filter(controllers.contains), own: own)
    }

    private func panel(among outputs: [OutputDescription], previous: OutputID?) -> OutputID? {
        let ids = outputs.map(\.id)
        if let panelOutput, ids.contains(panelOutput) { return panelOutput }
        let builtIn = outputs.filter(\.connector.isBuiltIn).map(\.id)
        let first = builtIn.filter { !controllers.contains($0) }
        let choices = builtIn.isEmpty ? ids : first.isEmpty ? builtIn : first
        if let previous, choices.contains(previous) { return previous }
        return choices.first { !controllers.contains($0) } ?? choices.first
    }

    private func external(among outputs: [OutputDescription], previous: OutputID?) -> OutputID? {
        let ids = outputs.map(\.id)
        if let wish = wish(among: ids) { return wish }
        let candidates =
            switch policy {
            case .first, .ask: ids
            case .largest:
                outputs.filter { $0.largestModeArea == outputs.map(\.largestModeArea).max() }.map(\.id)
            }
        if let previous, candidates.contains(previous) { return previous }
        return candidates.first
    }

    /// The output that the user or the configuration names as the external.
    private func wish(among ids: [OutputID]) -> OutputID? {
        [chosenExternal, externalOutput].compactMap(\.self).first(where: ids.contains)
    }
}

extension OutputDescription {
    /// Whether a display that people look at is connected and offers a mode that can be drawn.
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
    /// The display with the highest resolution; a larger display takes over from a smaller one.
    case largest
    /// The display that was plugged in first, until it is unplugged.
    case first
    /// The display that was plugged in first, but the panel asks whenever another one is plugged in.
    case ask
}

/// What the displays beside the panel and the external show, unless a rule or the user gives them a role.
package enum ExternalArrangement: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each shows a copy of the external's picture.
    case copy
    /// Each shows a part of content that is laid out over all of them as a row.
    case span
    /// Each shows an application of its own where a rule names one, and else a copy.
    case each
    /// Nothing; only one external is used.
    case one

    /// The next one, and after the last the first.
    package var next: ExternalArrangement {
        switch self {
        case .copy: .span
        case .span: .each
        case .each: .one
        case .one: .copy
        }
    }
}

/// The role of a screen, as commands and status name it.
package enum ScreenName: String, Hashable, Sendable, Codable, CaseIterable {
    case panel
    case external
}

/// A screen as requests name it: by its role or by its connector.
package enum NamedScreen: Hashable, Sendable {
    case role(ScreenName)
    case output(OutputID)

    package static let panel = NamedScreen.role(.panel)
    package static let external = NamedScreen.role(.external)

    /// The accepted forms, for messages.
    package static let choices = "panel, external or a connector's name"

    /// Parses `panel`, `external` or a connector's name; returns nil for any other text.
    package init?(_ text: String) {
        if let role = ScreenName(rawValue: text) {
            self = .role(role)
        } else if OutputID.isUsable(text), let number = text.split(separator: "-").last, number.count < text.count - 1,
            Int(number) != nil
        {
            self = .output(OutputID(text))
        } else {
            return nil
        }
    }
}

extension NamedScreen: TextCodable {
    /// The text form that `init(_:)` parses.
    package var description: String {
        switch self {
        case .role(let name): name.rawValue
        case .output(let id): id.name
        }
    }
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

extension OutputID {
    /// Whether a request may use this name for an output: short, and safe in a log or a shell.
    package static func isUsable(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
