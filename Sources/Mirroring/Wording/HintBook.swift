package import Geometry

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

/// Where a hint is on the panel.
package struct HintPlace: Hashable, Sendable {
    package let frame: Rect<PanelSpace>

    /// A hint of this size: beside the handle that it is about, else in the middle above the lower edge.
    package init(_ hint: Hint, size: Size<PanelSpace>, on panel: Size<PanelSpace>, handle: MenuHandle?, margin: Int) {
        guard hint == .handle, let handle else {
            frame = Rect(
                x: max(0, (panel.width - size.width) / 2), y: max(0, panel.height - size.height - 2 * margin),
                width: size.width, height: size.height)
            return
        }
        let area = handle.area
        let middle = (area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2)
        frame = handle.place(size, gap: margin, at: middle, on: panel)
    }
}

/// What the core needs to remember which hints were followed, beyond the service's end.
package protocol HintPort: AnyObject {
    /// The hints that need not be shown any more.
    func load() -> Set<Hint>

    /// Remembers them; what cannot be written is logged.
    func save(_ learned: Set<Hint>)
}
