import Geometry
import Mirroring
import WaylandBinding

extension Desktop: WindowStack {
    var description: ContentDescription? { description(onPanel: false) }

    func seenChanged(to surfaces: [Surface]) {
        seenChanged(to: surfaces, onPanel: false)
    }

    var hasScreenKeyboard: Bool { layers.hasKeyboard }
    var screenKeyboardPixels: Rect<ContentSpace>? { layers.keyboardPixels }

    func screenKeyboardsChanged() {
        layers.keyboardsChanged()
    }

    var windowIDs: Set<AppID> { Set(mappedToplevels.compactMap(\.appID)) }

    var coveredWindowIDs: Set<AppID> { windowIDs.filter { newest($0).map(isCovered) ?? false } }

    /// Whether the window is minimised, or a window of another family covers all of it.
    private func isCovered(_ window: Toplevel) -> Bool {
        let (toplevels, family) = (mappedToplevels, lineage(of: window).last)
        guard !window.isMinimized, let place = toplevels.firstIndex(where: { $0 === window }) else { return true }
        return toplevels[(place + 1)...].contains {
            !$0.isMinimized && lineage(of: $0).last !== family && $0.shownFrame.contains(window.shownFrame)
        }
    }

    func window(_ appID: AppID) -> (any WatchableWindow)? { newest(appID) }

    func raise(_ appID: AppID) {
        if let toplevel = newest(appID) { activate(toplevel) }
    }

    private func newest(_ appID: AppID) -> Toplevel? {
        mappedToplevels.filter { $0.appID == appID }.max { $0.id.number < $1.id.number }
    }
}

/// The windows between which the user switches, each with its dialogs.
extension Desktop {
    var switchableWindows: [SwitchableWindow] { switchableWindows(onPanel: false) }

    /// The windows on the panel while it has windows of its own, or those elsewhere.
    func switchableWindows(onPanel: Bool) -> [SwitchableWindow] {
        let windows = mappedToplevels.reversed().filter { $0.parent == nil && $0.isOnPanel == onPanel }
        let corner = onPanel ? panelScreen?.area ?? .zero : .zero
        let activeWindow = active.flatMap { lineage(of: $0).last }
        let urgent = Set(mappedToplevels.filter(\.isUrgent).compactMap { lineage(of: $0).last?.id })
        return (windows.filter { !$0.isMinimized } + windows.filter(\.isMinimized)).map { window in
            SwitchableWindow(
                number: window.id.number, appID: window.appID, title: window.title, icon: window.icon,
                isActive: window === activeWindow, isMinimized: window.isMinimized,
                isUrgent: urgent.contains(window.id),
                place: window.screen.scale.physical(window.shownFrame.offset(x: -corner.x, y: -corner.y)))
        }
    }

    /// Activates the frontmost of the window and its dialogs. Dialogs that are minimised themselves are left out.
    func switchToWindow(_ number: Int) {
        guard let front = frontOfFamily(of: number) else { return }
        giveUpKeyboard()
        activate(front)
    }

    func closeWindow(_ number: Int) {
        frontOfFamily(of: number)?.wire.sendClose()
    }

    /// The frontmost of a window and its dialogs.
    private func frontOfFamily(of number: Int) -> Toplevel? {
        guard let window = mappedToplevels.first(where: { $0.id.number == number }) else { return nil }
        let family = mappedToplevels.filter { member in
            let lineage = lineage(of: member)
            return lineage.last === window && !lineage.dropLast().contains(where: \.isMinimized)
        }
        return family.last ?? window
    }
}

extension Toplevel: WatchableWindow {
    var surface: Surface { shell.surface }
    var windowGeometry: Rect<SurfaceSpace> { shell.geometry }
    var frame: Rect<LogicalSpace> { shell.frame }

    var lentSize: Size<LogicalSpace>? {
        get { placement.lentSize }
        set { lend(newValue) }
    }
}

/// Notified of all windows, to list them.
protocol ToplevelWatcher: AnyObject {
    func toplevelMapped(_ toplevel: Toplevel)

    /// Title, application ID, parent or state of a mapped window may have changed.
    func toplevelChanged(_ toplevel: Toplevel)

    func toplevelUnmapped(_ toplevel: Toplevel)
}

/// Events from layer surfaces.
extension Desktop {
    /// Layer surfaces were mapped, or their keyboard focus changed.
    func layersChanged() {
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func layerMoved(_ layer: any ScreenSurface) {
        for popup in popups where popup.root === layer { popup.constrainAgain() }
        windowsChanged()
    }

    func layerUnmapped(_ layer: any ScreenSurface) {
        dismissPopups(of: layer)
        layersChanged()
    }

    /// A surface of the screen is about to be hidden, or to move to another application's screen.
    func willTakeAway(_ layer: any ScreenSurface) {
        dismissPopups(of: layer)
        seat?.willHide(layer.surface)
    }

    private func dismissPopups(of layer: any ScreenSurface) {
        for popup in popups.reversed() where popup.root === layer { popup.dismiss() }
    }
}

/// The stand-in for all windows while the session is locked: a locker's picture, or nothing.
protocol WindowCover: AnyObject {
    /// The surface that fills the screen; nil while there is none.
    var surface: Surface? { get }

    /// The surface that has the keyboard; nil while there is none.
    var keyboardTarget: Surface? { get }

    /// Whether the surface has the size of the screen.
    var isSettled: Bool { get }

    /// The screen has another size or scale.
    func screenChanged()
}

extension Desktop {
    /// Hides every window behind `cover`; nil shows the windows again. Presses and drags on the windows end.
    func setCover(_ cover: (any WindowCover)?) {
        let isNew = self.cover == nil && cover != nil
        if isNew {
            dismissGrabbingPopups()
            for root in roots + panelRoots { seat?.willHide(root.surface) }
        }
        self.cover = cover
        coverChanged()
    }

    /// The cover has another surface.
    func coverChanged() {
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    /// The surfaces that are shown on a covered screen: the cover and on-screen keyboards.
    func roots(covered cover: any WindowCover) -> [PlacedRoot] {
        let keyboards = layers.keyboards.map(\.root)
        guard let surface = cover.surface, surface.hasContent else { return keyboards }
        return [PlacedRoot(surface: surface, x: 0, y: 0)] + keyboards
    }
}
