import Mirroring

// Requests and status name screens; the plan knows outputs by what they are for.
extension ScreenName {
    /// The role of the screen in the plan.
    var role: OutputRole {
        switch self {
        case .panel: .panel
        case .external: .external
        }
    }

    /// The name of a screen that shows something.
    init(_ role: OutputRole) {
        self = role == .panel ? .panel : .external
    }
}
