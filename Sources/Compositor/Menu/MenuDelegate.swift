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
