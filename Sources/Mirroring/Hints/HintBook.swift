/// What the panel explains to those who use it for the first time.
package enum Hint: String, Hashable, Sendable, CaseIterable {
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

/// Which hints are still to be shown: each until it has been followed or dismissed.
package struct HintBook: Hashable, Sendable {
    /// The hints that are not shown any more.
    package private(set) var learned: Set<Hint>

    package init(learned: Set<Hint> = []) {
        self.learned = learned
    }

    /// The hint to show where these make sense: one at a time, in the order of their declaration.
    package func next(among possible: Set<Hint>) -> Hint? {
        Hint.allCases.first { possible.contains($0) && !learned.contains($0) }
    }

    /// Notes that a hint was followed or dismissed; false where that was known.
    package mutating func learn(_ hint: Hint) -> Bool { learned.insert(hint).inserted }

    package mutating func reset() {
        learned = []
    }
}
