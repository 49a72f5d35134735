import Geometry
import Mirroring

/// The windows that are on the panel while it is a screen of its own; see `PanelScreen`.
final class PanelWindows: WindowStack {
    private unowned let desktop: Desktop

    init(_ desktop: Desktop) {
        self.desktop = desktop
    }

    var roots: [PlacedRoot] { desktop.panelRoots }
    var frontRoots: [PlacedRoot] { desktop.panelFrontRoots }
    var reserved: EdgeInsets { desktop.layers.reservedOnPanel }
    var description: ContentDescription? { desktop.description(onPanel: true) }
    var isSettled: Bool { desktop.areWindowsSettled(onPanel: true) }
    var switchableWindows: [SwitchableWindow] { desktop.switchableWindows(onPanel: true) }

    func panelCame() {
        desktop.panelCame()
    }

    func seenChanged(to surfaces: [Surface]) {
        desktop.seenChanged(to: surfaces, onPanel: true)
    }

    func tookKeyboard() {
        desktop.activateFront(onPanel: true)
    }
}

/// The desktop's two screens.
extension Desktop {
    /// The rectangle of a screen in the logical space.
    func bounds(onPanel: Bool) -> Rect<LogicalSpace> { onPanel ? panelScreen?.area ?? bounds : bounds }

    /// The area for windows.
    func usableArea(onPanel: Bool) -> Rect<LogicalSpace> {
        guard onPanel, let panelScreen else { return usableArea }
        return panelScreen.area.without(layers.reservedOnPanel)
    }

    /// The area for full-screen windows.
    func fullscreenArea(onPanel: Bool) -> Rect<LogicalSpace> {
        onPanel ? panelScreen?.fullscreenArea ?? fullscreenArea : fullscreenArea
    }

    /// Shows what is laid out in pixels, the content's with the panel's to the right of them; nil if these are the logical pixels, too.
    func pixelFit(onPanel: Bool) -> WindowFit? {
        guard onPanel, let panelScreen, panelScreen.isApart else { return WindowFit(pixelsAt: output.screen.scale) }
        return WindowFit(
            pixelsAt: panelScreen.layout.screen.scale, from: panelScreen.layout.pixelX, to: panelScreen.area.x)
    }

    func pixelFit(at point: Point<LogicalSpace>) -> WindowFit? {
        pixelFit(onPanel: point.x >= Double(panelScreen?.area.x ?? .max))
    }

    /// Whether a place in these pixels is on the panel, while that is a screen of its own.
    func isOnPanel(pixelX: Int) -> Bool {
        guard let panelScreen, panelScreen.isApart else { return false }
        return pixelX >= panelScreen.layout.pixelX
    }

    /// Gives the keyboard to the frontmost window of a screen, unless a window there has it.
    func activateFront(onPanel: Bool) {
        guard panelScreen?.isApart == true, active?.isOnPanel != onPanel else { return }
        if let front = stacked.last(where: { $0.isOnPanel == onPanel }) { activate(front) }
    }

    /// Honours what windows asked for while there was one output; the windows are laid out next.
    func panelCame() {
        _ = takeRemembered()
    }

    /// A window is full screen, after which others may be the panel's.
    func becameFullscreen() {
        for window in takeRemembered() {
            movesAcross(window)
            window.screenChanged()
            windowMoved(window)
        }
    }

    /// Gives the panel the full-screen windows that asked for the only output while there was one.
    ///
    /// Some toolkits name the only output for every full-screen window, also for the one that an audience sees. So such a window is the
    /// panel's only once the external has another full-screen window, which did not name that output.
    private func takeRemembered() -> [Toplevel] {
        guard panelScreen?.isApart == true else { return [] }
        let windows = stacked.filter { $0.parent == nil && $0.wishes.isFullscreen && !$0.isOnPanel }
        let remembered = windows.filter(\.wishes.namesOnlyOutput)
        guard !remembered.isEmpty, remembered.count < windows.count else { return [] }
        for window in remembered { (window.wishes.wantsPanel, window.wishes.namesOnlyOutput) = (true, false) }
        return remembered.filter(\.isOnPanel)
    }

    /// A window, which is about to be configured, moves from one screen to the other with its dialogs.
    func movesAcross(_ toplevel: Toplevel) {
        toplevel.tellScale()
        for member in mappedToplevels where member !== toplevel && toplevel.isAncestor(of: member) {
            member.tellScale()
            member.screenChanged()
            windowMoved(member)
        }
    }
}

extension Toplevel {
    /// Whether the window is on the panel, while that is a screen of its own. A dialog is where its window is.
    var isOnPanel: Bool {
        guard let panelScreen = shell.desktop.panelScreen, panelScreen.isApart else { return false }
        guard let window = shell.desktop.lineage(of: self).last else { return false }
        return window.ruling.effects.isOnPanel ?? window.wishes.wantsPanel
    }

    /// The screen that shows the window.
    var screen: LogicalScreen {
        isOnPanel
            ? shell.desktop.panelScreen?.layout.screen ?? shell.desktop.output.screen : shell.desktop.output.screen
    }

    /// Takes note of the output on which the window is to be full screen; nil, or an output of no window, leaves the window where it is.
    ///
    /// The window stays there when it is full screen no longer: notes must not come before an audience. It also remembers the
    /// choice while there is one screen.
    func choose(_ output: OutputGlobal?) {
        if let output, let meaning = shell.desktop.panelScreen?.meaning(of: output) { choose(meaning) }
    }

    func choose(_ meaning: OutputMeaning) {
        let before = isOnPanel
        wishes.namesOnlyOutput = meaning == .only
        if meaning != .only { wishes.wantsPanel = meaning == .panel }
        if isOnPanel != before { shell.desktop.movesAcross(self) }
    }

    func fullscreenRequested(on output: OutputGlobal?) {
        choose(output)
        change { $0.isFullscreen = true }
    }
}

extension Popup {
    /// Whether the popup is on the panel, while that is a screen of its own.
    var isOnPanel: Bool { (root as? LayerSurface)?.isOnPanel ?? toplevel?.isOnPanel ?? false }
}

extension Surface {
    /// Whether the surface's window is on the panel, while that is a screen of its own.
    var isOnPanel: Bool {
        let role = root.role
        if let layer = role as? LayerSurface { return layer.isOnPanel }
        if let window = role as? UnmanagedWindow { return window.isOnPanel }
        guard let shell = role as? ShellSurface else { return false }
        return Popup.of(shell)?.isOnPanel ?? shell.toplevel?.isOnPanel ?? false
    }
}
