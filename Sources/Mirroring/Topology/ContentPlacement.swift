/// Where the root content is.
package enum ContentPlacement: Hashable, Sendable {
    /// On no display: none is lit. It stays laid out as it was.
    case parked
    /// On the one lit display, which shows the content itself.
    case onPanel(LitOutput)
    /// On the external, with the controller on the panel.
    case onExternal(LitOutput, controlledFrom: LitOutput)

    /// The output that the content is laid out on.
    package var contentOutput: LitOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(let output, _): output
        }
    }

    /// The output in the user's hands.
    package var panel: LitOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(_, let output): output
        }
    }
}
