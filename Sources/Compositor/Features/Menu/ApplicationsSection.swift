import Mirroring

/// The menu's entries about applications and their windows, and the pages that list those.
final class ApplicationsSection: MenuSection {
    private let pip: PiPExecutor
    private let keyboard: PanelKeyboard?
    private let windows: WindowSwitch
    private let director: ScreenDirector
    private let overlays: Overlays
    private let notices: NoticeBoard
    let programs: ProgramsPage
    private let foreground: ForegroundSwitch
    /// Whether a tap on a window of the page closes it.
    var closesWindows = false

    init(
        _ pip: PiPExecutor, _ keyboard: PanelKeyboard?, _ windows: WindowSwitch, _ programs: ProgramsPage,
        _ foreground: ForegroundSwitch, _ director: ScreenDirector, _ overlays: Overlays, _ notices: NoticeBoard
    ) {
        self.pip = pip
        self.keyboard = keyboard
        self.windows = windows
        self.programs = programs
        self.foreground = foreground
        self.director = director
        self.overlays = overlays
        self.notices = notices
    }

    var entries: [MenuEntry] {
        var entries = [MenuEntry(.pictureInPicture, pip.canToggle ? .isOn(pip.isShown) : .unavailable)]
        if foreground.hasApplication { entries.append(MenuEntry(.pipAutomatic, .isOn(pip.startsAutomatically))) }
        if let status = keyboard?.status { entries.append(MenuEntry(.screenKeyboard, .isOn(status.isShown))) }
        // The pages, where there is something to choose from.
        if windowEntries.count > 1 {
            entries.append(MenuEntry(.windows, .text(windows.active?.label ?? "", isOn: false)))
        }
        if programs.hasPage { entries.append(MenuEntry(.applications)) }
        if foreground.hasApplication { entries.append(MenuEntry(.panelApplication, .foreground(foreground.choice))) }
        return entries
    }

    /// The entries of the page of windows.
    var windowEntries: [MenuEntry] {
        windows.hosted.flatMap { choice, port in
            port.switchableWindows.map { window in
                let isInUse = windows.hasKeyboard(window, of: port)
                let state = Self.state(of: window, isInUse: isInUse)
                return MenuEntry(
                    closesWindows ? .closeWindow(choice, window.number) : .window(choice, window.number),
                    .text(state?.text(in: overlays.language) ?? (window.appID?.text ?? "").label, isOn: isInUse),
                    title: window.label, icon: closesWindows ? nil : icon(of: window))
            }
        }
    }

    /// The icon of the window's program, which is drawn in any size, or else its own.
    private func icon(of window: SwitchableWindow) -> MenuEntry.Icon? {
        window.appID.flatMap(programs.icon).map(MenuEntry.Icon.file) ?? window.icon.map(MenuEntry.Icon.window)
    }

    /// What an entry says of its window's state; nil for a window without a state of note.
    private static func state(of window: SwitchableWindow, isInUse: Bool) -> PanelText? {
        if isInUse { return .windowInUse }
        if window.isUrgent { return .windowUrgent }
        return window.isMinimized ? .windowMinimized : nil
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .pictureInPicture: pip.toggle()
        case .pipAutomatic: pip.startsAutomatically.toggle()
        case .screenKeyboard: keyboard?.toggle()
        case .panelApplication: exchangeForeground()
        case .window(let choice, let number): show(number, of: choice)
        case .closeWindows: closesWindows.toggle()
        case .closeWindow(let choice, let number): windows.close(number, of: choice)
        case .launch(let index): programs.launch(index)
        default: return false
        }
        return true
    }

    private func exchangeForeground() {
        let outcome = foreground.show(foreground.choice == .content ? .application : .content)
        // The only reason for a refusal.
        if case .refused = outcome { notices.show(.noPanelApplication) }
    }

    /// Brings a window to the front, and its application to the panel where it would not be seen otherwise.
    private func show(_ number: Int, of choice: PanelForeground.Choice) {
        windows.go(to: number, of: choice)
        if choice == .content { director.update { $0.controlled = nil } }
        let isSeen = director.plan.panelBase == .controller ? choice == .content : foreground.choice == choice
        if !isSeen, choice == .application || director.plan.screen(in: .external) == nil {
            _ = foreground.show(choice)
        }
    }
}

/// The page of the panel menu that lists the installed programs, and starts them.
final class ProgramsPage {
    private let port: (any ProgramPort)?
    private let overlays: Overlays
    private let notices: NoticeBoard
    private var programs: [InstalledProgram] = []
    /// Whether the configuration has the page.
    var isOffered = false
    /// Shows the page; not retained.
    weak var menu: MenuOverlay?

    /// Without a port there is no page.
    init(_ port: (any ProgramPort)?, _ overlays: Overlays, _ notices: NoticeBoard) {
        self.port = port
        self.overlays = overlays
        self.notices = notices
    }

    /// Whether the menu has this page.
    var hasPage: Bool { isOffered && port != nil }

    var entries: [MenuEntry] {
        programs.enumerated().map {
            MenuEntry(.launch($0), title: $1.name.label, icon: $1.icon.map(MenuEntry.Icon.file))
        }
    }

    /// The icon of the program that windows with an application id belong to; nil where none is known.
    func icon(of appID: AppID) -> String? {
        programs.program(of: appID)?.icon
    }

    /// Reads the installed programs again.
    func read() {
        port?.read(in: overlays.language) { [weak self] found in
            guard let self, found != programs else { return }
            programs = found
            menu?.pageChanged(.applications)
            menu?.pageChanged(.windows)
        }
    }

    /// Starts the program of an entry.
    func launch(_ index: Int) {
        guard programs.indices.contains(index) else { return }
        let program = programs[index]
        if let reason = port?.launch(program) {
            notices.show(.commandFailed, "\(program.name.label): \(reason.label)")
        }
    }
}
