/// What stands in for all windows while the session is locked: a locker's picture, or nothing.
protocol WindowCover: AnyObject {
    /// The surface that fills the screen and has the keyboard; nil while there is none.
    var surface: Surface? { get }

    /// Whether the surface has the size of the screen.
    var isSettled: Bool { get }

    /// The screen has another size or scale.
    func screenChanged()
}

extension Desktop {
    /// Hides every window behind `cover`, or with nil shows them again. What was pressed or dragged on them ends.
    func setCover(_ cover: (any WindowCover)?) {
        let isNew = self.cover == nil && cover != nil
        if isNew {
            dismissGrabbingPopups()
            for root in roots { seat?.willHide(root.surface) }
        }
        self.cover = cover
        coverChanged()
    }

    /// The cover has another surface.
    func coverChanged() {
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    /// What is shown of a covered screen: the cover, and on-screen keyboards to type on.
    func roots(covered cover: any WindowCover) -> [PlacedRoot] {
        let keyboards = layers.keyboards.map(\.root)
        guard let surface = cover.surface, surface.hasContent else { return keyboards }
        return [PlacedRoot(surface: surface, x: 0, y: 0)] + keyboards
    }
}
