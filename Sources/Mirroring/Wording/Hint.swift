/// What the panel explains to those who use it for the first time.
package enum Hint: String, Hashable, Sendable, Codable, CaseIterable {
    /// Where the handle is, and what it does.
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

/// What the core needs to remember which hints were followed, beyond the service's end.
package protocol HintPort: AnyObject {
    /// The hints that need not be shown any more.
    func load() -> Set<Hint>

    /// Remembers them; what cannot be written is logged.
    func save(_ learned: Set<Hint>)
}
