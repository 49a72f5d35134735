import Geometry
import Mirroring

/// Which hints are still to be shown: each until it has been followed or dismissed.
struct HintBook: Hashable, Sendable {
    /// The hints that are not shown any more.
    private(set) var learned: Set<Hint>

    init(learned: Set<Hint> = []) {
        self.learned = learned
    }

    /// The hint to show where these make sense: one at a time, in the order of their declaration.
    func next(among possible: Set<Hint>) -> Hint? {
        Hint.allCases.first { possible.contains($0) && !learned.contains($0) }
    }

    /// Notes that a hint was followed or dismissed; false where that was known.
    mutating func learn(_ hint: Hint) -> Bool { learned.insert(hint).inserted }

    mutating func reset() {
        learned = []
    }
}

/// Where a hint is on the panel.
struct HintPlace: Hashable, Sendable {
    let frame: Rect<PanelSpace>

    /// A hint of this size: beside the handle that it is about, else in the middle above the lower edge.
    init(_ hint: Hint, size: Size<PanelSpace>, on panel: Size<PanelSpace>, handle: MenuHandle?, margin: Int) {
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
