import Geometry
import Mirroring

/// What the panel menu contains: the entries of its pages with their state, and what they do.
final class MenuContents {
    private unowned let compositor: Compositor
    let programs: ProgramsPage
    let displays: DisplaysPage
    let screenshot: PanelScreenshot

    init(_ compositor: Compositor) {
        self.compositor = compositor
        programs = ProgramsPage(compositor)
        displays = DisplaysPage(compositor)
        screenshot = PanelScreenshot(compositor)
    }

    /// The entries of a page as things are, without those that make no sense here at all.
    func entries(of page: MenuPage) -> [MenuEntry] {
        switch page {
        case .main: mainEntries
        case .windows: [MenuEntry(.back)] + windowEntries
        case .applications: [MenuEntry(.back)] + programs.entries
        case .externalQuestion: displays.choices
        }
    }

    /// Whether a page has lost what it was opened for.
    func isOver(_ page: MenuPage) -> Bool {
        switch page {
        case .main, .windows, .applications: false
        case .externalQuestion: displays.isOver
        }
    }

    private var mainEntries: [MenuEntry] {
        let (view, presenter) = (compositor.shownController, compositor.presenter)
        let canPresent = view != nil && presenter != nil && compositor.plan.screen(in: .external) != nil
        let hasApplication = compositor.hasPanelApplication
        var entries = [
            MenuEntry(.mode, view == nil ? .unavailable : .mode(compositor.controllerMode)),
            MenuEntry(.zoom, view.map { .zoom($0.settledZoom.factor) } ?? .unavailable),
            MenuEntry(.presenter, canPresent ? .tool(presenter?.tool) : .unavailable),
            MenuEntry(.timer, .timer(compositor.timer.status)),
        ]
        if view != nil || hasApplication { entries += [MenuEntry(.previousPage), MenuEntry(.nextPage)] }
        let pip = compositor.pip
        entries.append(MenuEntry(.pictureInPicture, pip.canToggle ? .isOn(pip.isShown) : .unavailable))
        if hasApplication { entries.append(MenuEntry(.pipAutomatic, .isOn(pip.startsAutomatically))) }
        if let keyboard = compositor.panelKeyboard?.status {
            entries.append(MenuEntry(.screenKeyboard, .isOn(keyboard.isShown)))
        }
        entries += pageEntries
        if hasApplication { entries.append(MenuEntry(.panelApplication, .foreground(compositor.panelForeground))) }
        return entries + displays.entries + ownEntries
    }

    /// The entries that lead to the pages, where there is something to choose from.
    private var pageEntries: [MenuEntry] {
        var entries: [MenuEntry] = []
        if windowEntries.count > 1 {
            entries.append(MenuEntry(.windows, .text(compositor.windowSwitch.active?.label ?? "", isOn: false)))
        }
        if programs.isOffered { entries.append(MenuEntry(.applications)) }
        return entries
    }

    /// The screenshot's entry, and those of the user's own.
    private var ownEntries: [MenuEntry] {
        guard compositor.ports.menuActions != nil else { return [] }
        return [MenuEntry(.screenshot)] + compositor.configuration.menu.commands.indices.map { MenuEntry(.command($0)) }
    }

    private var windowEntries: [MenuEntry] {
        let windows = compositor.windowSwitch
        return windows.hosted.flatMap { choice, port in
            port.switchableWindows.map { window in
                let isInUse = windows.hasKeyboard(window, of: port)
                let state: PanelText? = isInUse ? .windowInUse : window.isMinimized ? .windowMinimized : nil
                return MenuEntry(
                    .window(choice, window.number),
                    .text(state?.text(in: compositor.overlays.language) ?? (window.appID ?? "").label, isOn: isInUse),
                    title: window.label)
            }
        }
    }

    // MARK: Choosing

    /// Does what an entry of the menu is for.
    func choose(_ item: MenuItem) {
        switch item {
        case .mode: compositor.switchControllerMode()
        case .zoom: compositor.zoomer.toggle()
        case .presenter: compositor.switchTool()
        case .pictureInPicture: compositor.pip.act(on: .pipToggle)
        case .pipAutomatic: compositor.pip.startsAutomatically.toggle()
        case .screenKeyboard: compositor.panelKeyboard?.toggle()
        case .panelApplication: exchangeForeground()
        case .mirroring: compositor.setMirroring(!compositor.director.topology.isMirroringEnabled)
        case .timer: compositor.timer.goOn(minutes: compositor.configuration.presenting.timerMinutes)
        case .previousPage: _ = compositor.turnPage(forward: false)
        case .nextPage: _ = compositor.turnPage(forward: true)
        case .external: displays.chooseNext()
        case .brightness: displays.stepBrightness()
        case .freeze: compositor.toggleFreeze()
        case .blankExternal: compositor.blank(compositor.blanked == .external ? nil : .external)
        case .blankAll: blankAllSoon()
        case .screenshot: screenshot.take()
        case .command(let index): runCommand(index)
        case .window(let choice, let number): showWindow(number, of: choice)
        case .launch(let index): programs.launch(index)
        case .display(let id): displays.choose(id)
        case .windows, .applications, .back, .more, .close: break
        }
    }

    /// Blanks all screens after the press that chooses it, which would end it.
    private func blankAllSoon() {
        compositor.ports.loop.deferAction { [weak compositor = self.compositor] in compositor?.blank(.all) }
    }

    private func exchangeForeground() {
        let outcome = compositor.showOnPanel(compositor.panelForeground == .content ? .application : .content)
        // The one reason that there is.
        if case .refused = outcome { compositor.notify(.noPanelApplication) }
    }

    /// Brings a window to the front, and its application to the panel where it would not be seen otherwise.
    private func showWindow(_ number: Int, of choice: PanelForeground.Choice) {
        compositor.windowSwitch.go(to: number, of: choice)
        let isSeen =
            compositor.panelBase == .controller ? choice == .content : compositor.panelForeground == choice
        if !isSeen, choice == .application || compositor.size(of: .external) == nil {
            _ = compositor.showOnPanel(choice)
        }
    }

    private func runCommand(_ index: Int) {
        guard compositor.configuration.menu.commands.indices.contains(index) else { return }
        let entry = compositor.configuration.menu.commands[index]
        compositor.ports.menuActions?.run(entry.command) { [weak compositor = self.compositor] reason in
            if let reason { compositor?.notify(.commandFailed(name: entry.name, reason)) }
        }
    }
}
