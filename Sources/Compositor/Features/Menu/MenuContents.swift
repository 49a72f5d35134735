import Mirroring

/// A group of the main page's entries: what they show, and what they do.
protocol MenuSection: AnyObject {
    /// The present entries, without entries that can make no sense here.
    var entries: [MenuEntry] { get }

    /// Carries out an entry; false where it belongs to another section.
    func choose(_ item: MenuItem) -> Bool
}

/// What the panel menu contains: the sections of its main page, in their order, and the other pages.
final class MenuContents {
    let controller: ControllerSection
    let applications: ApplicationsSection
    let displays: DisplaysSection
    let machine: MachineSection
    let question: QuestionPage

    init(
        _ controller: ControllerSection, _ applications: ApplicationsSection, _ displays: DisplaysSection,
        _ machine: MachineSection, _ question: QuestionPage, _ configuration: Configuration
    ) {
        self.controller = controller
        self.applications = applications
        self.displays = displays
        self.machine = machine
        self.question = question
        use(configuration)
    }

    private var sections: [any MenuSection] { [controller, applications, displays, machine] }

    /// The present entries of a page.
    func entries(of page: MenuPage) -> [MenuEntry] {
        switch page {
        case .main: sections.flatMap(\.entries)
        case .windows:
            [MenuEntry(.back)] + applications.windowEntries + [
                MenuEntry(.closeWindows, .isOn(applications.closesWindows))
            ]
        case .applications: [MenuEntry(.back)] + applications.programs.entries
        case .externalQuestion: displays.choices
        case .question: question.entries
        }
    }

    /// The title that says what a page's entries are about, or nil where they need no title.
    func title(of page: MenuPage, in language: Language) -> String? {
        switch page {
        case .main, .windows, .applications: nil
        case .externalQuestion: displays.question.text(in: language)
        case .question: question.title(in: language)
        }
    }

    /// Whether a page has nothing left to choose from.
    func isOver(_ page: MenuPage) -> Bool {
        switch page {
        case .main, .applications: false
        case .windows: applications.windowEntries.isEmpty
        case .externalQuestion: displays.isOver
        case .question: question.isOver
        }
    }

    /// Carries out an entry of the menu.
    func choose(_ item: MenuItem) {
        for section in sections where section.choose(item) { return }
    }

    /// Applies another configuration.
    func use(_ configuration: Configuration) {
        controller.timerMinutes = configuration.presenting.timerMinutes
        applications.programs.isOffered = configuration.menu.hasLauncher
        displays.configuration = configuration.external
        machine.commands = configuration.menu.commands
    }
}

/// The menu's entries about the controller and the presenter's tools.
final class ControllerSection: MenuSection {
    private let director: ScreenDirector
    private let input: InputDispatcher
    private let controller: Controller
    private let presenter: Presenter?
    private let timer: TimerShow
    /// How long the timer runs; nil to count up.
    var timerMinutes: Double?

    init(
        _ director: ScreenDirector, _ input: InputDispatcher, _ controller: Controller, _ presenter: Presenter?,
        _ timer: TimerShow
    ) {
        self.director = director
        self.input = input
        self.controller = controller
        self.presenter = presenter
        self.timer = timer
    }

    var entries: [MenuEntry] {
        let view = controller.view
        let canPresent =
            view != nil && presenter != nil && director.plan.controlled == .content
            && director.plan.screen(in: .external) != nil
        var entries = [
            MenuEntry(.mode, view == nil ? .unavailable : .mode(controller.mode)),
            MenuEntry(.zoom, view.map { .zoom($0.settledZoom.factor) } ?? .unavailable),
            MenuEntry(.presenter, canPresent ? .tool(presenter?.tool) : .unavailable),
            MenuEntry(.timer, .timer(timer.status)),
        ]
        if view != nil || director.wishes.foreground.hasApplication {
            entries += [MenuEntry(.previousPage), MenuEntry(.nextPage)]
        }
        return entries
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .mode: controller.switchMode()
        case .zoom: controller.toggleZoom()
        case .presenter: presenter?.switchTool()
        case .timer: timer.goOn(minutes: timerMinutes)
        case .previousPage: _ = input.turnPage(forward: false)
        case .nextPage: _ = input.turnPage(forward: true)
        default: return false
        }
        return true
    }
}

/// The menu's entries that act outside of the service: screenshots, and the user's own commands.
final class MachineSection: MenuSection {
    private let port: (any MenuActionPort)?
    private let notices: NoticeBoard
    let screenshot: PanelScreenshot
    /// The user's own commands.
    var commands: [MenuCommand] = []

    init(_ port: (any MenuActionPort)?, _ screenshot: PanelScreenshot, _ notices: NoticeBoard) {
        self.port = port
        self.screenshot = screenshot
        self.notices = notices
    }

    var entries: [MenuEntry] {
        port == nil ? [] : [MenuEntry(.screenshot)] + commands.indices.map { MenuEntry(.command($0)) }
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .screenshot: screenshot.take()
        case .command(let index): run(index)
        default: return false
        }
        return true
    }

    private func run(_ index: Int) {
        guard commands.indices.contains(index) else { return }
        let entry = commands[index]
        port?.run(entry.command) { [weak notices] reason in
            if let reason { notices?.show(.commandFailed(name: entry.name, reason)) }
        }
    }
}
