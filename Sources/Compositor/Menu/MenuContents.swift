import Mirroring

/// A group of the main page's entries: what they show, and what they do.
protocol MenuSection: AnyObject {
    /// The entries as things are, without those that make no sense here at all.
    var entries: [MenuEntry] { get }

    /// Does what an entry is for; false where it belongs to another section.
    func choose(_ item: MenuItem) -> Bool
}

/// What the panel menu contains: the sections of its main page, in their order, and the other pages.
final class MenuContents {
    let controller: ControllerSection
    let applications: ApplicationsSection
    let displays: DisplaysSection
    let machine: MachineSection

    init(
        _ controller: ControllerSection, _ applications: ApplicationsSection, _ displays: DisplaysSection,
        _ machine: MachineSection
    ) {
        self.controller = controller
        self.applications = applications
        self.displays = displays
        self.machine = machine
    }

    private var sections: [any MenuSection] { [controller, applications, displays, machine] }

    /// Carries out what entries ask of the rest of the service; not retained.
    weak var delegate: (any MenuDelegate)? {
        didSet {
            controller.delegate = delegate
            applications.delegate = delegate
            displays.delegate = delegate
        }
    }

    /// The entries of a page as things are.
    func entries(of page: MenuPage) -> [MenuEntry] {
        switch page {
        case .main: sections.flatMap(\.entries)
        case .windows: [MenuEntry(.back)] + applications.windowEntries
        case .applications: [MenuEntry(.back)] + applications.programs.entries
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

    /// Does what an entry of the menu is for.
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
