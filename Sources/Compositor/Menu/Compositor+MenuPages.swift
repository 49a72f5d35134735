import Geometry
import Mirroring

/// The pages of the panel menu that list windows, programs and displays.
extension Compositor {
    func menuEntries(of page: MenuPage) -> [MenuEntry] {
        switch page {
        case .main: menuEntries
        case .windows: [MenuEntry(.back)] + windowEntries
        case .applications: [MenuEntry(.back)] + programEntries
        case .externalQuestion: externalEntries
        }
    }

    /// Whether a page has lost what it was opened for.
    func isOver(_ page: MenuPage) -> Bool {
        switch page {
        case .main, .windows, .applications: false
        case .externalQuestion: externalCandidates.count < 2
        }
    }

    /// The entries that lead to the pages, where there is something to choose from.
    var pageEntries: [MenuEntry] {
        var entries: [MenuEntry] = []
        if windowEntries.count > 1 {
            let active = focusedPort.switchableWindows.first { $0.isActive }
            entries.append(MenuEntry(.windows, .text(active?.label ?? "", isOn: false)))
        }
        if configuration.menu.hasLauncher, ports.programs != nil { entries.append(MenuEntry(.applications)) }
        return entries
    }

    // MARK: Windows

    private var windowEntries: [MenuEntry] {
        hosted.flatMap { choice, port in
            port.switchableWindows.map { window in
                let isInUse = window.isActive && port === focusedPort
                let state: PanelText? = isInUse ? .windowInUse : window.isMinimized ? .windowMinimized : nil
                return MenuEntry(
                    .window(choice, window.number),
                    .text(state?.text(in: language) ?? (window.appID ?? "").label, isOn: isInUse), title: window.label)
            }
        }
    }

    /// Brings a window to the front, and its application to the panel where it would not be seen otherwise.
    func showWindow(_ number: Int, of choice: PanelForeground.Choice) {
        goToWindow(number, of: choice)
        let isSeen = plan.panelBase == .controller ? choice == .content : panelForeground == choice
        if !isSeen, choice == .application || size(of: .external) == nil { _ = showOnPanel(choice) }
    }

    // MARK: Programs

    private var programEntries: [MenuEntry] {
        programs.enumerated().map { MenuEntry(.launch($0), title: $1.name.label) }
    }

    /// Reads anew which programs there are, for the menu's page.
    func readPrograms() {
        guard configuration.menu.hasLauncher else { return programs = [] }
        ports.programs?.read(in: language) { [weak self] found in
            guard let self, found != programs else { return }
            programs = found
            menu.pageChanged(.applications)
        }
    }

    func launch(_ index: Int) {
        guard programs.indices.contains(index) else { return }
        let program = programs[index]
        if let reason = ports.programs?.launch(program) {
            notify(.commandFailed, "\(program.name.label): \(reason.label)")
        }
    }

    // MARK: Displays

    /// The displays that can show the content, where one does.
    private var externalCandidates: [OutputDescription] {
        director.topology.external == nil ? [] : director.topology.externalCandidates
    }

    private var externalEntries: [MenuEntry] {
        let present = director.topology.external
        return externalCandidates.map { output in
            let words = [output.identity.make, output.identity.model, output.id.name].compactMap(\.self)
            let size = output.largestMode.map { "\($0.width)\u{D7}\($0.height)" } ?? ""
            return MenuEntry(
                .display(output.id), .text(size, isOn: output.id == present),
                title: words.joined(separator: " ").label)
        }
    }

    func chooseExternal(_ id: OutputID) {
        let obstacle = director.topology.obstacle(toExternal: id)
        if case .refused = useExternal(id) { notify(.externalRefused(id, obstacle)) }
    }

    /// Asks which display shows the content where another one was plugged in and the configuration wants that.
    func askForExternal() {
        let isDue = externalQuestion.follow(
            director.topology.externalCandidates.map(\.id), external: director.topology.external,
            configuration.external)
        if isDue, menu.ask() { notify(.externalQuestion) }
    }
}
