import Geometry
import Mirroring

/// The seat as the shell needs it.
protocol ShellSeat: AnyObject {
    /// The serial belongs to a recent press or release that this client was told of.
    func isUserAction(_ serial: UInt32, of client: Client) -> Bool

    /// The surface and all that is part of it is about to leave the screen.
    func willHide(_ root: Surface)

    /// Another surface is to have the keyboard.
    func keyboardTargetChanged()

    /// The user's press with this serial drags the window from now on.
    func beginMove(of toplevel: Toplevel, serial: UInt32)
    func beginResize(of toplevel: Toplevel, edges: XdgToplevel.ResizeEdge, serial: UInt32)
}

/// The mapped windows: their order, their places, and which of them is active.
final class Desktop {
    let policy: LayoutPolicy
    let output: OutputLayout
    private weak var content: WaylandContent?
    weak var seat: (any ShellSeat)?
    weak var watcher: (any ToplevelWatcher)?
    private var stacking = StackingOrder<WindowID>()
    /// Every toplevel object, mapped or not.
    private var all: [WindowID: Toplevel] = [:]
    /// The mapped ones.
    private var toplevels: [WindowID: Toplevel] = [:]
    private(set) weak var active: Toplevel?
    /// Every popup object, oldest first; only mapped ones are shown.
    var popups: [Popup] = []
    var popupGrab = PopupGrab()
    /// What belongs to the screen rather than to a window.
    let layers = LayerStack()
    /// What an input method shows beside the text cursor.
    var inputPanels: [PlacedRoot] = [] {
        didSet { content?.windowsChanged() }
    }
    /// The picture under the pointer or finger that drags something.
    var dragIcon: PlacedRoot? {
        didSet { content?.windowsChanged() }
    }
    private var lastWindowID = 0

    init(content: WaylandContent, policy: LayoutPolicy) {
        self.content = content
        self.policy = policy
        output = content.output
        layers.desktop = self
        output.subscribe { [weak self] in self?.screenChanged() }
        output.reservedChanged = { [weak self] in self?.layers.arrange() }
    }

    /// The logical screen.
    var bounds: Rect<LogicalSpace> { output.bounds }

    /// The part of it that windows fill: all but what layer surfaces keep free for themselves.
    var usableArea: Rect<LogicalSpace> { LayerArrangement.usable(of: bounds, without: layers.reserved) }

    func nextSerial() -> UInt32 { content?.display.nextSerial() ?? 0 }

    func nextWindowID() -> WindowID {
        lastWindowID += 1
        return WindowID(number: lastWindowID)
    }

    /// The surface that keys go to.
    var keyboardTarget: Surface? {
        if let exclusive = layers.exclusive, popupGrab.chain.first?.root !== exclusive { return exclusive.surface }
        return popupGrab.keyboardTarget ?? layers.focused?.surface ?? active?.shell.surface
    }

    /// Mapped toplevels, back to front.
    var mappedToplevels: [Toplevel] { stacking.backToFront.compactMap { toplevels[$0] } }

    /// Those of them that are shown.
    var stacked: [Toplevel] { mappedToplevels.filter { !isPutAway($0) } }

    /// The window is minimised, or a dialog of one that is.
    private func isPutAway(_ toplevel: Toplevel) -> Bool { lineage(of: toplevel).contains(where: \.isMinimized) }

    /// The window and those that it is a dialog of.
    func lineage(of toplevel: Toplevel) -> [Toplevel] {
        Array(sequence(first: toplevel, next: \.parent))
    }

    /// Brings a window to the front and gives it the keyboard; one that was put away is shown again.
    func activate(_ toplevel: Toplevel) {
        guard toplevels[toplevel.id] != nil else { return }
        if let grabbing = popupGrab.chain.first, grabbing.toplevel !== toplevel { dismissGrabbingPopups() }
        for member in lineage(of: toplevel) { member.setMinimized(false) }
        stacking.raise(toplevel.id)
        content?.windowsChanged()
        if active !== toplevel {
            active?.setActivated(false)
            active = toplevel
            toplevel.setActivated(true)
        }
        seat?.keyboardTargetChanged()
    }

    /// Puts a window away until it is activated again.
    func minimize(_ toplevel: Toplevel) {
        guard toplevels[toplevel.id] != nil, !toplevel.isMinimized else { return }
        let shown = stacked
        toplevel.setMinimized(true)
        for member in shown where isPutAway(member) { seat?.willHide(member.shell.surface) }
        for popup in popups.reversed() where popup.toplevel.map(isPutAway) == true { popup.dismiss() }
        if let old = active, isPutAway(old) {
            active = nil
            old.setActivated(false)
            if let next = stacked.last { activate(next) }
        }
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    /// The user pressed on this surface, or on nothing. False when that only dismissed popups and goes to nobody.
    func pressed(on surface: Surface?) -> Bool {
        let client = surface?.client
        if let grabber = popupGrab.client, grabber != client {
            dismissGrabbingPopups()
            return false
        }
        if let layer = surface?.root.role as? LayerSurface { layers.pressed(layer) }
        guard let surface, let shell = surface.root.role as? ShellSurface else { return true }
        if let toplevel = shell.shellRole as? Toplevel ?? Popup.of(shell)?.toplevel {
            layers.giveUpKeyboard()
            activate(toplevel)
        }
        shell.base.checkLiveness(serial: nextSerial())
        return true
    }

    /// Takes all grabbing popups away, the topmost first.
    func dismissGrabbingPopups() {
        while let popup = popupGrab.chain.last {
            popup.dismiss()
            popupGrab.remove(popup)
        }
    }

    private func screenChanged() {
        layers.arrange()
        for toplevel in mappedToplevels { toplevel.screenChanged() }
        for popup in popups { popup.constrainAgain() }
        content?.windowsChanged()
    }
}

// MARK: What windows report

extension Desktop {
    func created(_ toplevel: Toplevel) {
        all[toplevel.id] = toplevel
    }

    func destroyed(_ toplevel: Toplevel) {
        all[toplevel.id] = nil
    }

    func mapped(_ role: any ShellRole) {
        if let toplevel = role as? Toplevel {
            toplevels[toplevel.id] = toplevel
            stacking.insert(toplevel.id, parent: toplevel.parent?.id)
            layers.giveUpKeyboard()
            activate(toplevel)
            watcher?.toplevelMapped(toplevel)
        }
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func unmapped(_ toplevel: Toplevel) {
        for child in all.values where child.parent === toplevel { child.setParent(toplevel.parent) }
        toplevels[toplevel.id] = nil
        stacking.remove(toplevel.id)
        watcher?.toplevelUnmapped(toplevel)
        for popup in popups.reversed() where popup.toplevel === toplevel { popup.dismiss() }
        if active === toplevel || active == nil {
            active = nil
            if let next = stacked.last { activate(next) }
        }
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func popupCreated(_ popup: Popup) {
        popups.append(popup)
    }

    func unmapped(_ popup: Popup) {
        for child in popups.reversed() where child.parent === popup.shell { child.dismiss() }
        popupEnded(popup)
    }

    /// The popup is off the screen or has given up its grab.
    func popupEnded(_ popup: Popup) {
        popupGrab.remove(popup)
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func popupMoved(_ popup: Popup) {
        for child in popups where child.parent === popup.shell { child.constrainAgain() }
        windowsChanged()
    }

    func parentChanged(_ toplevel: Toplevel) {
        guard toplevels[toplevel.id] != nil else { return }
        stacking.setParent(toplevel.parent?.id, of: toplevel.id)
        windowMoved(toplevel)
        watcher?.toplevelChanged(toplevel)
    }

    func windowMoved(_ toplevel: Toplevel) {
        for popup in popups where popup.toplevel === toplevel { popup.constrainAgain() }
        windowsChanged()
    }

    /// Layer surfaces keep another part of the screen for themselves.
    func usableAreaChanged() {
        for toplevel in mappedToplevels { toplevel.screenChanged() }
        for popup in popups { popup.constrainAgain() }
        windowsChanged()
    }

    /// Layer surfaces came, or another one has the keyboard.
    func layersChanged() {
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func layerMoved(_ layer: LayerSurface) {
        for popup in popups where popup.root === layer { popup.constrainAgain() }
        windowsChanged()
    }

    func layerUnmapped(_ layer: LayerSurface) {
        dismissPopups(of: layer)
        layersChanged()
    }

    /// The surface goes to another application's screen.
    func willTakeAway(_ layer: LayerSurface) {
        dismissPopups(of: layer)
        seat?.willHide(layer.surface)
    }

    private func dismissPopups(of layer: LayerSurface) {
        for popup in popups.reversed() where popup.root === layer { popup.dismiss() }
    }

    /// Title, application or state of a window is another one.
    func descriptionChanged(of toplevel: Toplevel) {
        watcher?.toplevelChanged(toplevel)
        windowsChanged()
    }

    private func windowsChanged() {
        content?.windowsChanged()
    }
}

extension Desktop {
    /// See `WindowStack`.
    var roots: [PlacedRoot] {
        var windows = stacked[...]
        var behind = layers.mapped(in: .background) + layers.mapped(in: .bottom)
        // Nothing may show through or beside a window that is fullscreen.
        if let fullscreen = windows.lastIndex(where: \.wishes.isFullscreen) {
            windows = windows[fullscreen...]
            behind = []
        }
        let shownMenus = shownPopups
        func menus(of root: any PopupParent) -> [PlacedRoot] { shownMenus[ObjectIdentifier(root)] ?? [] }
        var roots = behind.map(\.root)
        for toplevel in windows {
            let fit = toplevel.fit
            roots += ([toplevel.shell.root] + menus(of: toplevel.shell)).map { $0.fitted(fit) }
        }
        // A menu is of no use behind the windows.
        for layer in behind { roots += menus(of: layer) }
        for layer in layers.mapped(in: .top) + layers.mapped(in: .overlay) {
            roots += [layer.root] + menus(of: layer)
        }
        roots += inputPanels
        if let dragIcon { roots.append(dragIcon) }
        return roots
    }

    /// Mapped popups by what their chains belong to, oldest first.
    private var shownPopups: [ObjectIdentifier: [PlacedRoot]] {
        var shown: [ObjectIdentifier: [PlacedRoot]] = [:]
        for popup in popups where popup.shell.isMapped {
            if let root = popup.root { shown[ObjectIdentifier(root), default: []].append(popup.shell.root) }
        }
        return shown
    }

    var description: ContentDescription? {
        guard let toplevel = stacked.last else { return nil }
        let size = output.screen.scale.physical(toplevel.shell.frame).size
        return ContentDescription(appID: toplevel.appID, title: toplevel.title, size: size)
    }

    var isSettled: Bool { stacked.allSatisfy(\.isSettled) && layers.isSettled }
}
