import Geometry
import Mirroring

/// Carries out what the menu's entries ask of the rest of the service.
protocol MenuDelegate: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// Goes on to the presenter's next tool, and after the last to none.
    func switchTool()

    /// Presses the key for the content's next or previous page; false while the content is on no screen.
    func turnPage(forward: Bool) -> Bool

    /// Brings one of the two applications to the panel's foreground.
    func showOnPanel(_ choice: PanelForeground.Choice) -> PanelForeground.Outcome

    func setMirroring(_ isOn: Bool)

    /// Selects one display as the external.
    func useExternal(_ id: OutputID?) -> ExternalChoice

    /// Freezes the external, or has it show the content again.
    func toggleFreeze()

    /// Blanks screens, or with nil unblanks them.
    func blank(_ extent: BlankExtent?)

    /// Sets the panel's backlight; `completion` gets nil, or why that failed.
    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void)

    /// The menu has been opened or closed.
    func menuToggled()
}

/// The panel menu and what else is on the glass.
extension Compositor {
    /// Opens the panel menu; false without a panel to show it on.
    package func showMenu() -> Bool { menu.open(isFocused: true) }

    package func hideMenu() {
        menu.close()
    }

    /// Shows all hints for first use again.
    package func resetHints() {
        hints.reset()
    }

    /// Brings the menu, its handle, the signs, the hints and the button that starts an application again up to date with what the panel shows.
    func followOnGlass() {
        restart.follow()
        signs.follow()
        timer.follow()
        menuHandle.follow()
        menu.refresh()
        followHints()
    }

    /// Brings the hints up to date with what the panel shows.
    func followHints() {
        hints.follow(
            HintSituation(
                handle: menuHandle.shown,
                twoFingersMoveView: controllerMode.isDirect && configuration.controller.twoFingers == .view,
                isObstructed: configuration.kiosk.isEnabled || menu.isOpen))
    }

    /// Shows a text on the panel for a moment; `detail` follows the text.
    func notify(_ text: PanelText, _ detail: String = "") {
        notices.show(text, detail)
    }

    /// The menu for `status`; nil where none can be shown.
    var menuStatus: MenuStatus? {
        ports.menu == nil || panel == nil
            ? nil : MenuStatus(handle: menuHandle.area, entries: menu.entries, hint: hints.hint)
    }
}

extension Compositor: MenuDelegate {
    func menuToggled() {
        followHints()
    }
}
