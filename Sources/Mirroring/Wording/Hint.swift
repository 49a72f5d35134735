/// An explanation on the panel for those who use it for the first time.
package enum Hint: String, Hashable, Sendable, Codable, CaseIterable {
    /// The place of the handle and what it does.
    case handle
    /// What two fingers on the controller do.
    case twoFingers = "two-fingers"

    package var text: PanelText {
        switch self {
        case .handle: .handleHint
        case .twoFingers: .twoFingersHint
        }
    }
}

/// The core's access to the file of the hints that the user has followed.
package protocol HintPort: AnyObject {
    /// The hints that need not be shown again.
    func load() -> Set<Hint>

    /// Saves the hints; a failure is logged.
    func save(_ learned: Set<Hint>)
}
