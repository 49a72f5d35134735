import Geometry

/// Where the root content is.
package enum ContentPlacement: Hashable, Sendable {
    /// On no output, because none is enabled; it keeps its last layout.
    case parked
    /// On the one enabled output, which shows the content itself: the panel, or an external that serves alone.
    case onPanel(EnabledOutput)
    /// On the external, with the controller on the panel.
    case onExternal(EnabledOutput, controlledFrom: EnabledOutput)
    /// In memory as on this external, which dropped out a moment ago, with the controller on the panel.
    case held(EnabledOutput, controlledFrom: EnabledOutput)

    /// The output that the content is laid out for.
    package var contentOutput: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(let output, _), .held(let output, _): output
        }
    }

    /// The output that serves as the panel.
    package var panel: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(_, let output), .held(_, let output): output
        }
    }
}
