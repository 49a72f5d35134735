/// Where the root content is.
package enum ContentPlacement: Hashable, Sendable {
    /// On no output, because none is enabled; it keeps its last layout.
    case parked
    /// On the one enabled output, which shows the content itself.
    case onPanel(EnabledOutput)
    /// On the external, with the controller on the panel.
    case onExternal(EnabledOutput, controlledFrom: EnabledOutput)

    /// The output that the content is laid out on.
    package var contentOutput: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(let output, _): output
        }
    }

    /// The output that serves as the panel.
    package var panel: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(_, let output): output
        }
    }
}
