import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// The mapped windows: their stacking order, places and activation.
final class Desktop: SeatWindows {
    let policy: LayoutPolicy
    let output: OutputLayout
    private weak var content: WaylandContent?
    weak var seat: Seat?
    weak var watcher: (any ToplevelWatcher)?
    private var stacking = StackingOrder<WindowID>()
    /// Every toplevel object, mapped or not.
    private var all: [WindowID: Toplevel] = [:]
    /// The mapped toplevels.
    private var toplevels: [WindowID: Toplevel] = [:]
    private(set) weak var active: Toplevel?
    /// The user's rules for windows; nil for none.
    private(set) var rules: [WindowRule]?
    /// Every popup object, oldest first; only mapped ones are shown.
    var popups: [Popup] = []
    /// The X windows that place themselves, oldest first.
    var unmanaged: [UnmanagedWindow] = []
    /// The one of them that has the keyboard in place of the active window.
    private(set) weak var keyboardWindow: UnmanagedWindow?
    var popupGrab = PopupGrab()
    var tokens = ActivationTokens()
    /// The layer surfaces of the screen.
    let layers = LayerStack()
    /// An input method's popups beside the text cursor.
    var inputPanels: [PlacedRoot] = [] {
        didSet { content?.surfaces.windowsChanged() }
    }
    /// The icon of a drag, under the pointer or finger.
    var dragIcon: PlacedRoot? {
        didSet { content?.surfaces.windowsChanged() }
    }
    /// The cover that hides all windows; nil while windows are shown.
    weak var cover: (any WindowCover)?
    private var lastWindowID = 0

    init(content: WaylandContent, policy: LayoutPolicy) {
        self.content = content
        self.policy = policy
        output = content.output
        layers.desktop = self
        output.add(self)
        panelScreen?.layout.add(self)
    }

    /// The panel as a screen of its own; nil if applications see one output.
    var panelScreen: PanelScreen? { content?.panelScreen }

    /// The logical screen's rectangle.
    var bounds: Rect<LogicalSpace> { output.bounds }

    /// The area for windows: the screen without the exclusive zones of layer surfaces.
    var usableArea: Rect<LogicalSpace> { bounds.without(layers.reserved) }

    /// The area for fullscreen windows: the screen without the edges reserved from them and without on-screen keyboards.
    var fullscreenArea: Rect<LogicalSpace> {
        let whole = output.fullscreenArea
        guard let keyboard = layers.keyboardArea?.intersection(whole), !keyboard.isEmpty,
            keyboard.height < whole.height
        else { return whole }
        let isAtBottom = keyboard.y + keyboard.maxY > whole.y + whole.maxY
        return Rect(
            left: whole.x, top: isAtBottom ? whole.y : keyboard.maxY, right: whole.maxX,
            bottom: isAtBottom ? keyboard.y : whole.maxY)
    }

    var grabbingClient: Client? { popupGrab.client }

    /// Calls `action` when a client has had enough time to draw the size that it was asked for.
    func afterPatience(_ action: @escaping () -> Void) {
        after(Self.patience, action)
    }

    /// Calls `action` after `delay` microseconds.
    func after(_ delay: Int64, _ action: @escaping () -> Void) {
        content?.display.loop.schedule(afterMicroseconds: delay, action)
    }

    /// The time in microseconds that `afterPatience` waits. Xwayland takes more than a second to follow its screen.
    private static let patience: Int64 = 3_000_000

    func nextSerial() -> UInt32 { content?.display.nextSerial() ?? 0 }

    func nextWindowID() -> WindowID {
        lastWindowID += 1
        return WindowID(number: lastWindowID)
    }

    /// The surface with keyboard focus.
    var keyboardTarget: Surface? {
        if let cover { return cover.keyboardTarget }
        if let exclusive = layers.exclusive, popupGrab.chain.first?.root !== exclusive { return exclusive.surface }
        return popupGrab.keyboardTarget ?? layers.focused?.surface ?? keyboardWindow?.surface ?? active?.shell.surface
    }

    /// Gives the keyboard to a window that places itself; nil for the active window.
    func giveKeyboard(to window: UnmanagedWindow?) {
        if window != nil { giveUpKeyboard() }
        keyboardWindow = window
        seat?.keyboardTargetChanged()
    }

    /// Gives the keyboard back to the active window, unless a layer surface has it exclusively. The caller activates a window.
    func giveUpKeyboard() {
        layers.giveUpKeyboard()
        keyboardWindow = nil
    }

    /// Mapped toplevels, back to front.
    var mappedToplevels: [Toplevel] { stacking.backToFront.compactMap { toplevels[$0] } }

    /// Whether a client shows a window that it asked to be full screen, on the panel or elsewhere.
    func hasFullscreenWindow(of client: Client, onPanel: Bool) -> Bool {
        toplevels.values.contains {
            $0.wishes.isFullscreen && !$0.isMinimized && $0.shell.client == client && $0.isOnPanel == onPanel
        }
    }

    /// The mapped toplevels that are not minimised, back to front.
    var stacked: [Toplevel] { mappedToplevels.filter { !isPutAway($0) } }

    /// Those on the panel while it has windows of its own, or those elsewhere.
    private func stacked(onPanel: Bool) -> [Toplevel] { stacked.filter { $0.isOnPanel == onPanel } }

    /// The windows in drawing order: those that are kept above come last, with their dialogs.
    func layered(_ windows: [Toplevel]) -> [Toplevel] {
        guard windows.contains(where: \.isKeptAbove) else { return windows }
        func isAbove(_ toplevel: Toplevel) -> Bool { lineage(of: toplevel).contains(where: \.isKeptAbove) }
        return windows.filter { !isAbove($0) } + windows.filter(isAbove)
    }

    /// True if the window or one of its ancestors is minimised.
    private func isPutAway(_ toplevel: Toplevel) -> Bool { lineage(of: toplevel).contains(where: \.isMinimized) }

    /// The window, its parent, and so on.
    func lineage(of toplevel: Toplevel) -> [Toplevel] {
        Array(sequence(first: toplevel, next: \.parent))
    }

    /// Raises a window and gives it the keyboard; restores it if it is minimised. Its family no longer asks for attention.
    func activate(_ toplevel: Toplevel) {
        guard toplevels[toplevel.id] != nil else { return }
        attend(to: toplevel)
        if let grabbing = popupGrab.chain.first, grabbing.toplevel !== toplevel { dismissGrabbingPopups() }
        for member in lineage(of: toplevel) { member.setMinimized(false) }
        stacking.raise(toplevel.id)
        content?.surfaces.windowsChanged()
        if active !== toplevel {
            active?.setActivated(false)
            active = toplevel
            toplevel.setActivated(true)
        }
        seat?.keyboardTargetChanged()
    }

    /// Activates a window, now or when it is mapped, if the token follows from a user action. A token counts once.
    ///
    /// With any other token the window asks for attention.
    func activate(_ toplevel: Toplevel, with token: String) {
        guard tokens.use(token) else { return askForAttention(toplevel) }
        guard toplevels[toplevel.id] != nil else { return toplevel.wishes.isAwaited = true }
        giveUpKeyboard()
        activate(toplevel)
    }

    /// Marks a window as urgent until a window of its family is activated or gets the keyboard, unless one has the keyboard now.
    func askForAttention(_ toplevel: Toplevel) {
        let hasKeyboard = content.map { $0.tools.current === $0 } ?? false
        if hasKeyboard, let active, lineage(of: active).last === lineage(of: toplevel).last { return }
        toplevel.setUrgent(true)
    }

    /// The application has the keyboard again, and with it the active window.
    func tookKeyboard() {
        activateFront(onPanel: false)
        if let active { attend(to: active) }
    }

    /// No window of this one's family asks for attention any longer.
    private func attend(to toplevel: Toplevel) {
        let family = lineage(of: toplevel).last
        for member in all.values where member.isUrgent && lineage(of: member).last === family {
            member.setUrgent(false)
        }
    }

    /// Minimises a window until it is activated again.
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

    /// Whether a surface gets fingers as touch events, which a rule can forbid.
    func takesTouch(_ surface: Surface) -> Bool {
        (surface.root.role as? ShellSurface)?.toplevel?.ruling.effects.takesTouch ?? true
    }

    /// Handles a press on a surface or on nothing. Returns false if the press only dismissed popups and goes to no client.
    func pressed(on surface: Surface?) -> Bool {
        guard cover == nil else { return true }
        let client = surface?.client
        if let grabber = popupGrab.client, grabber != client {
            dismissGrabbingPopups()
            return false
        }
        if let layer = surface?.root.role as? LayerSurface { layers.pressed(layer) }
        if let window = surface?.root.role as? UnmanagedWindow { window.takeKeyboard() }
        guard let surface, let shell = surface.root.role as? ShellSurface else { return true }
        if let toplevel = shell.toplevel {
            giveUpKeyboard()
            activate(toplevel)
        }
        shell.base.checkLiveness(serial: nextSerial())
        return true
    }

    /// Dismisses all grabbing popups, the topmost first.
    func dismissGrabbingPopups() {
        while let popup = popupGrab.chain.last {
            popup.dismiss()
            popupGrab.remove(popup)
        }
    }

}

extension Desktop: ScreenFollower {
    func screenChanged() {
        layers.arrange()
        for toplevel in mappedToplevels { toplevel.screenChanged() }
        for popup in popups { popup.constrainAgain() }
        cover?.screenChanged()
        content?.surfaces.windowsChanged()
    }

    func reservedChanged() {
        layers.arrange()
        for toplevel in mappedToplevels where toplevel.isOnPanel { toplevel.screenChanged() }
    }
}

// MARK: Events from windows

extension Desktop {
    func created(_ toplevel: Toplevel) {
        all[toplevel.id] = toplevel
    }

    /// Whether the window gets the keyboard when it is mapped.
    func wouldActivate(_ toplevel: Toplevel) -> Bool {
        toplevel.wishes.isAwaited || toplevel.ruling.effects.takesFocus ?? true || active == nil
    }

    /// Replaces the rules. Effects that are decided when a window is mapped apply only to windows that are mapped later.
    func use(_ rules: [WindowRule]) {
        self.rules = rules.isEmpty ? nil : rules
        for toplevel in all.values { toplevel.rulesChanged() }
        windowsChanged()
    }

    func destroyed(_ toplevel: Toplevel) {
        all[toplevel.id] = nil
    }

    func mapped(_ role: any ShellRole) {
        if let toplevel = role as? Toplevel {
            toplevels[toplevel.id] = toplevel
            stacking.insert(toplevel.id, parent: toplevel.parent?.id)
            if wouldActivate(toplevel) {
                giveUpKeyboard()
                activate(toplevel)
            } else if let active {
                // The new window goes behind the window in use, unless a rule keeps it above, and does not get the keyboard.
                stacking.raise(active.id)
                toplevel.setActivated(false)
            }
            watcher?.toplevelMapped(toplevel)
            if toplevel.wishes.isFullscreen { becameFullscreen() }
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

    /// A popup was unmapped or gave up its grab.
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

    /// The exclusive zones of layer surfaces changed.
    func usableAreaChanged() {
        for toplevel in mappedToplevels { toplevel.screenChanged() }
        for popup in popups { popup.constrainAgain() }
        windowsChanged()
    }

    /// A window's title, application ID or state changed.
    func descriptionChanged(of toplevel: Toplevel) {
        watcher?.toplevelChanged(toplevel)
        windowsChanged()
    }

    func windowsChanged() {
        content?.surfaces.windowsChanged()
    }
}

extension Desktop {
    /// See `WindowStack`.
    var roots: [PlacedRoot] {
        if let cover { return roots(covered: cover) }
        return screenRoots(onPanel: false) + carried
    }

    /// The surfaces on the panel while it is a screen of its own. A locker hides them.
    var panelRoots: [PlacedRoot] {
        let roots = cover == nil ? screenRoots(onPanel: true) : []
        return roots.isEmpty ? [] : roots + carried
    }

    /// The surfaces of tools in front of the panel's windows.
    var panelFrontRoots: [PlacedRoot] {
        cover == nil ? layers.inFront(onPanel: true).flatMap { [$0.root] + menus(of: $0, in: shownPopups) } : []
    }

    private func screenRoots(onPanel: Bool) -> [PlacedRoot] {
        var windows = layered(stacked(onPanel: onPanel))[...]
        var behind = layers.behind(onPanel: onPanel)
        // Nothing may show through or beside a fullscreen window.
        if let fullscreen = windows.lastIndex(where: \.wishes.isFullscreen) {
            windows = windows[fullscreen...]
            behind = []
        }
        let shown = shownPopups
        var roots = behind.map(\.root)
        for toplevel in windows { roots += self.roots(of: toplevel, menus(of: toplevel.shell, in: shown)) }
        let pixels = pixelFit(onPanel: onPanel)
        for window in unmanaged where !window.isDragIcon && window.shownWith == nil && window.isOnPanel == onPanel {
            roots.append(window.root(fit: pixels))
        }
        // Popups of these layers are drawn in front of the windows, because they would be of no use behind windows.
        for layer in behind { roots += menus(of: layer, in: shown) }
        for layer in layers.inFront(onPanel: onPanel) { roots += [layer.root] + menus(of: layer, in: shown) }
        return roots
    }

    private func menus(of root: AnyObject, in shown: [ObjectIdentifier: [PlacedRoot]]) -> [PlacedRoot] {
        shown[ObjectIdentifier(root)] ?? []
    }

    /// A window with its popups.
    private func roots(of toplevel: Toplevel, _ menus: [PlacedRoot]) -> [PlacedRoot] {
        let fit = toplevel.fit
        let own = unmanaged.filter { !$0.isDragIcon && $0.shownWith === toplevel }.map { $0.root(fit: fit) }
        return ([toplevel.shell.root] + menus).map { $0.fitted(fit) } + own
    }

    /// What is above all windows of any screen: input methods' popups and the icon of a drag.
    private var carried: [PlacedRoot] {
        let xIcons = unmanaged.filter(\.isDragIcon).map { $0.root(fit: pixelFit(onPanel: $0.isOnPanel)) }
        return inputPanels + [dragIcon].compactMap(\.self) + xIcons
    }

    /// Mapped popups by the root of their chain, oldest first.
    private var shownPopups: [ObjectIdentifier: [PlacedRoot]] {
        var shown: [ObjectIdentifier: [PlacedRoot]] = [:]
        for popup in popups where popup.shell.isMapped {
            if let root = popup.root { shown[ObjectIdentifier(root), default: []].append(popup.shell.root) }
        }
        return shown
    }

    /// The description of the frontmost window on the panel or elsewhere.
    func description(onPanel: Bool) -> ContentDescription? {
        guard let toplevel = stacked(onPanel: onPanel).last else { return nil }
        var frame = toplevel.shell.frame
        (frame.width, frame.height) = (toplevel.shownSize.width, toplevel.shownSize.height)
        let size = toplevel.screen.scale.physical(frame).size
        return ContentDescription(
            appID: toplevel.appID, title: toplevel.title, size: size, leastArea: leastArea(onPanel: onPanel))
    }

    /// The least area on which no window needs to be scaled down.
    private func leastArea(onPanel: Bool) -> Size<LogicalSpace> {
        guard policy == .filling else { return .zero }
        return stacked(onPanel: onPanel).map(\.leastArea).reduce(.zero) {
            Size(width: max($0.width, $1.width), height: max($0.height, $1.height))
        }
    }

    var isSettled: Bool { cover?.isSettled ?? (areWindowsSettled(onPanel: false) && layers.isSettled) }

    /// Suspends the windows that are not seen and have no popup that is seen, and resumes the others.
    ///
    /// `surfaces` are all that are seen on the panel, or elsewhere.
    func seenChanged(to surfaces: [Surface], onPanel: Bool) {
        let seen = Set(surfaces.compactMap { ($0.role as? ShellSurface)?.toplevel.map(ObjectIdentifier.init) })
        for toplevel in mappedToplevels where toplevel.isOnPanel == onPanel {
            toplevel.setSuspended(!seen.contains(ObjectIdentifier(toplevel)))
        }
    }

    /// A suspended window need not draw itself before it is seen.
    func areWindowsSettled(onPanel: Bool) -> Bool {
        stacked(onPanel: onPanel).allSatisfy { $0.isSettled || $0.isSuspended }
    }
}
