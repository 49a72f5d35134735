import Geometry
import Mirroring

/// The panel menu: its entries with their state, and what they do.
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

    /// Brings the menu, its handle, the signs and the hints up to date with what the panel shows.
    func followOnGlass() {
        signs.follow()
        timer.follow()
        menuHandle.follow()
        menu.refresh()
        hints.follow()
    }

    /// The language of the texts on the panel.
    var language: Language { configuration.interface.language ?? ports.language }

    /// Shows a text on the panel for a moment; `detail` follows the text.
    func notify(_ text: PanelText, _ detail: String = "") {
        notices.show(text.text(in: language) + detail)
    }

    /// The menu for `status`; nil where none can be shown.
    var menuStatus: MenuStatus? {
        ports.menu == nil || panel == nil
            ? nil : MenuStatus(handle: menuHandle.area, entries: menu.entries, hint: hints.hint)
    }

    /// The entries of the panel menu as things are, without those that make no sense here at all.
    var menuEntries: [MenuEntry] {
        let view = shownController
        var entries = [
            MenuEntry(.mode, view == nil ? .unavailable : .mode(controllerMode)),
            MenuEntry(.zoom, view.map { .zoom($0.settledZoom.factor) } ?? .unavailable),
            MenuEntry(.presenter, view == nil || presenter == nil ? .unavailable : .tool(presenter?.tool)),
            MenuEntry(.timer, .timer(timer.status)),
        ]
        if view != nil || hasPanelApplication { entries += [MenuEntry(.previousPage), MenuEntry(.nextPage)] }
        entries += [
            MenuEntry(.pictureInPicture, pip.canToggle ? .isOn(pip.isShown) : .unavailable)
        ]
        if hasPanelApplication { entries.append(MenuEntry(.pipAutomatic, .isOn(pip.startsAutomatically))) }
        if let keyboard = panelKeyboard?.status { entries.append(MenuEntry(.screenKeyboard, .isOn(keyboard.isShown))) }
        entries += pageEntries
        if hasPanelApplication { entries.append(MenuEntry(.panelApplication, .foreground(panelForeground))) }
        entries += displayEntries
        if ports.menuActions != nil {
            entries.append(MenuEntry(.screenshot))
            entries += configuration.menu.commands.indices.map { MenuEntry(.command($0)) }
        }
        return entries
    }

    /// Does what an entry of the menu is for.
    func choose(_ item: MenuItem) {
        switch item {
        case .mode: switchControllerMode()
        case .zoom: zoomer.toggle()
        case .presenter: switchTool()
        case .pictureInPicture: pip.act(on: .pipToggle)
        case .pipAutomatic: pip.startsAutomatically.toggle()
        case .screenKeyboard: panelKeyboard?.toggle()
        case .panelApplication: exchangeForeground()
        case .mirroring: setMirroring(!director.topology.isMirroringEnabled)
        case .timer: timer.goOn()
        case .previousPage: _ = turnPage(forward: false)
        case .nextPage: _ = turnPage(forward: true)
        case .external: useNextExternal()
        case .brightness: stepBrightness()
        case .freeze: toggleFreeze()
        case .blankExternal: blank(blanked == .external ? nil : .external)
        // The press that chooses it must not end it.
        case .blankAll: ports.loop.deferAction { [weak self] in self?.blank(.all) }
        case .screenshot: takeScreenshot()
        case .command(let index): runCommand(index)
        case .window(let choice, let number): showWindow(number, of: choice)
        case .launch(let index): launch(index)
        case .display(let id): chooseExternal(id)
        case .windows, .applications, .back, .more, .close: break
        }
    }

    private func exchangeForeground() {
        let outcome = showOnPanel(panelForeground == .content ? .application : .content)
        // The one reason that there is.
        if case .refused = outcome { notify(.noPanelApplication) }
    }

    private func runCommand(_ index: Int) {
        guard configuration.menu.commands.indices.contains(index) else { return }
        let entry = configuration.menu.commands[index]
        ports.menuActions?.run(entry.command) { [weak self] reason in
            if let reason { self?.notify(.commandFailed(name: entry.name, reason)) }
        }
    }
}

/// Screenshots, by the menu: of the external, or of the panel without the menu.
extension Compositor {
    private func takeScreenshot() {
        if size(of: .external) != nil { return takeScreenshot(of: .external) }
        awaitsPanelScreenshot = true
        continueScreenshot()
    }

    /// Takes a screenshot that is waited for, once the panel's picture is free of the menu.
    func continueScreenshot() {
        guard awaitsPanelScreenshot else { return }
        guard let panel = plan.panel, let screen = painter.screens[panel.output.id] else {
            return awaitsPanelScreenshot = false
        }
        guard screen.stale.isEmpty else { return }
        awaitsPanelScreenshot = false
        takeScreenshot(of: .panel)
    }

    private func takeScreenshot(of screen: ScreenName) {
        ports.menuActions?.takeScreenshot(of: screen) { [weak self] outcome in
            switch outcome {
            case .saved(let path): self?.notify(.saved, path)
            case .failed(let path, let reason): self?.notify(.screenshotFailed(path: path, reason))
            }
        }
    }
}
